import { RotateCw } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"

type ListHeadProps = {
  title: string
  /** Further actions on the whole list, such as an export. */
  children?: ReactNode
  /** True while the list is being fetched. */
  busy?: boolean
  onRefresh?: (() => void) | undefined
}

/** Head of a list: title, actions and refresh button. */
export function ListHead({ title, children, busy, onRefresh }: ListHeadProps) {
  const { t } = useTranslation("admin")
  return (
    <>
      <PageHead title={title} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{title}</h1>
        <div className="flex flex-wrap gap-3">
          {children}
          {onRefresh && (
            <Button variant="secondary" size="sm" busy={busy} onClick={onRefresh}>
              {!busy && <RotateCw aria-hidden="true" className="size-4" />}
              {t("pager.refresh")}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
