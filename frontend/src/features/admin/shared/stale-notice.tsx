import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"

type StaleNoticeProps = {
  title: ReactNode
  /** True when a save was refused for it: then it is announced and focused. */
  refused: boolean
  /** Take the newest state, with or without the own changes on top. */
  onSettle: (keepMine: boolean) => unknown
  children?: ReactNode
}

/** Edit conflict: another save came first; offers both resolutions without losing the input. */
export function StaleNotice({ title, refused, onSettle, children }: StaleNoticeProps) {
  const { t } = useTranslation("admin")
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused) box.current?.focus()
  }, [refused])
  return (
    <div ref={box} tabIndex={-1} role={refused ? undefined : "status"} className="outline-hidden">
      <Notice tone="warning" announce={refused} title={title}>
        {children}
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => onSettle(true)}>
            {t("stale.keepMine")}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onSettle(false)}>
            {t("stale.takeTheirs")}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** The people who changed it meanwhile, by the error of the refused save. */
export function ChangedBy({ error }: { error: unknown }) {
  const { t } = useTranslation("admin")
  const data =
    error instanceof ApiError ? (error.data as { changes?: readonly { by: string }[] } | null) : null
  const names = [...new Set(data?.changes?.map(({ by }) => by))].filter(Boolean)
  return names.length > 0 && <p className="mt-1">{t("stale.changedBy", { names: names.join(", ") })}</p>
}
