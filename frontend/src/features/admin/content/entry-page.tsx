import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { PageHead } from "@/components/page-head"
import { Spinner } from "@/components/spinner"
import { LoadProblem } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import { EntryEditor } from "./entry-editor"
import { entryQuery } from "./queries"

/** The editor of one text. */
export function Component() {
  const { key = "" } = useParams()
  const { t } = useTranslation("content")
  const { data, error, isFetching, refetch } = useQuery(entryQuery(key))
  if (data)
    return (
      <>
        <PageHead title={t("editTitle", { name: data.key })} />
        <EntryEditor key={data.key} entry={data} />
      </>
    )
  if (error)
    return (
      <>
        <h1 className="sr-only">{t("title")}</h1>
        <LoadProblem title={t("entryFailed")} {...retryOf({ error, isFetching, refetch })} />
      </>
    )
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
      <Spinner /> {t("entryLoading")}
    </p>
  )
}
