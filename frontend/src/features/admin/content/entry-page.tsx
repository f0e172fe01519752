import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { PageHead } from "@/components/page-head"
import { FetchedPage } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { EntryEditor } from "./entry-editor"
import { entryQuery } from "./queries"

/** The editor of one text. */
export function Component() {
  const { key = "" } = useParams()
  const { t } = useTranslation("content")
  const query = useQuery(entryQuery(key))
  return (
    <FetchedPage query={query} title={t("title")} loading={t("entryLoading")} failed={t("entryFailed")}>
      {(entry) => (
        <>
          <PageHead title={t("editTitle", { name: entry.key })} />
          <EntryEditor key={entry.key} entry={entry} />
        </>
      )}
    </FetchedPage>
  )
}
