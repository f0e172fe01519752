import { useEffect, useRef } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import type { Conflict } from "./use-conflict"

/** Edit conflict: another save came first. Shows both values and offers both resolutions; the input stays. */
export function StaleNotice({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation("admin")
  const { refused, title, by, changes, settle } = conflict
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused) box.current?.focus()
  }, [refused])
  return (
    <div ref={box} tabIndex={-1} role={refused ? undefined : "status"} className="outline-hidden">
      <Notice tone="warning" announce={refused} title={title}>
        {by.length > 0 && <p className="mt-1">{t("stale.changedBy", { names: by.join(", ") })}</p>}
        {changes.length > 0 && (
          <table className="mt-2 w-full max-w-2xl table-fixed text-left">
            <thead className="text-ink-soft text-xs">
              <tr>
                <th scope="col">{t("stale.field")}</th>
                <th scope="col">{t("stale.theirs")}</th>
                <th scope="col">{t("stale.mine")}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ path, label, theirs, mine }) => (
                <tr key={path} className="align-top wrap-anywhere">
                  <th scope="row" className="pr-3 font-medium">
                    {label}
                  </th>
                  <td className="pr-3">{theirs}</td>
                  <td>{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => settle(true)}>
            {t("stale.keepMine")}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => settle(false)}>
            {t("stale.takeTheirs")}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
