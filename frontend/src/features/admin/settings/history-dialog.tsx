import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { EmptyState } from "@/components/empty-state"
import { ErrorNotice } from "@/components/error-notice"
import { PageButtons } from "@/components/page-buttons"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
import { ChangeList } from "./change-list"
import { historyQuery, restoreSettings, settingsQuery } from "./queries"

type HistoryDialogProps = {
  open: boolean
  onClose: () => void
  /** The newest version that the page shows. */
  version: number
}

/** Every version with what it changed; any can be restored, as a new version. */
export function HistoryDialog({ open, onClose, version }: HistoryDialogProps) {
  const { t } = useTranslation("adminSettings")
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={t("history.title")} size="lg">
      {open && <Versions version={version} />}
    </Dialog>
  )
}

function Versions({ version }: { version: number }) {
  const { t } = useTranslation("adminSettings")
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<number | null>(null)
  const history = useQuery(historyQuery(page))
  const renew = () => client.invalidateQueries({ queryKey: ["staff", "settings-history"] })
  const restoring = useMutation({
    mutationFn: (number: number) => restoreSettings(number, version),
    onSuccess: ({ data, message }) => {
      if (message) toast.success(message)
      client.setQueryData(settingsQuery.queryKey, data)
      setAsked(null)
      setPage(1)
      return renew()
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      void renew()
    },
  })
  return (
    <Loaded query={history} loading={t("history.loading")} failed={t("history.failed")}>
      {({ versions, pagination }) =>
        versions.length === 0 ? (
          <EmptyState title={t("history.empty")} />
        ) : (
          <>
            <ErrorNotice error={restoring.error} fallback={t("history.restoreFailed")} />
            <ol aria-label={t("history.title")} className="divide-y divide-line">
              {versions.map((save) => (
                <li key={save.version} className="flex flex-wrap items-start justify-between gap-3 py-3">
                  <div className="min-w-0 flex-1">
                    <ChangeList save={save} />
                  </div>
                  {save.version !== version &&
                    (asked === save.version ? (
                      <span className="flex gap-2">
                        <Button
                          size="sm"
                          busy={restoring.isPending}
                          onClick={() => restoring.mutate(save.version)}
                        >
                          {t("history.confirm", { version: save.version })}
                        </Button>
                        <Button size="sm" variant="secondary" onClick={() => setAsked(null)}>
                          {t("history.cancel")}
                        </Button>
                      </span>
                    ) : (
                      <Button size="sm" variant="secondary" onClick={() => setAsked(save.version)}>
                        {t("history.restore", { version: save.version })}
                      </Button>
                    ))}
                </li>
              ))}
            </ol>
            <PageButtons
              page={page}
              totalPages={pagination.totalPages}
              onTurn={setPage}
              previous={t("history.newer")}
              next={t("history.older")}
              variant="secondary"
              size="sm"
              className="mt-3 justify-between gap-3"
            />
          </>
        )
      }
    </Loaded>
  )
}
