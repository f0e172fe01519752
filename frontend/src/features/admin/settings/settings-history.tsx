import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { PageButtons } from "@/components/page-buttons"
import { DetailDialog } from "@/features/admin/shared/detail-dialog"
import { RenewProblem } from "@/features/admin/shared/load-problem"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { shopQuery } from "@/lib/shop"
import { useAction } from "@/lib/use-action"
import { ChangeList } from "./change-list"
import { historyQuery, settingsHistoryKey, settingsQuery } from "./queries"

type SettingsHistoryProps = { open: boolean; onClose: () => void; version: number }

/** Every version with its changes; each but the newest, `version`, can be restored as a new one. */
export function SettingsHistory({ open, onClose, version }: SettingsHistoryProps) {
  const { t } = useTranslation("adminSettings")
  const [page, setPage] = useState(1)
  const history = useQuery({ ...historyQuery(page), enabled: open })
  const restore = useAction({
    act: (body: { restore: number; version: number }) =>
      sendForMessage("post", "/api/admin/settings/restore", { body }),
    onDone: ({ data }, _, client) => {
      client.setQueryData(settingsQuery.queryKey, data)
      setPage(1)
    },
    undo: ({ data: { version } }, before) =>
      // The settings may be those of that version already.
      version === before.version
        ? null
        : () => sendForMessage("post", "/api/admin/settings/restore/undo", { body: { version } }),
    renews: [settingsQuery.queryKey, settingsHistoryKey, shopQuery.queryKey],
    failed: t("history.restoreFailed"),
  })
  return (
    <DetailDialog
      open={open}
      onClose={onClose}
      title={t("history.title")}
      query={history}
      loading={t("history.loading")}
      failed={t("history.failed")}
    >
      {({ versions, pagination }) => (
        <>
          <RenewProblem query={history} failed={t("history.failed")} />
          {versions.length === 0 && <EmptyState title={t("history.empty")} />}
          <ol aria-label={t("history.title")} className="divide-y divide-line">
            {versions.map((save) => (
              <li key={save.version} className="flex flex-wrap items-start justify-between gap-3 py-3">
                <div className="min-w-0 flex-1">
                  <ChangeList save={save} />
                </div>
                {save.version !== version && (
                  <Button
                    size="sm"
                    variant="secondary"
                    disabled={restore.isPending}
                    onClick={() => restore.mutate({ restore: save.version, version })}
                  >
                    {t("history.restore", { version: save.version })}
                  </Button>
                )}
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
      )}
    </DetailDialog>
  )
}
