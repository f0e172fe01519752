import { RotateCw } from "lucide-react"
import { Button } from "@/components/button"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { useLiveQuery } from "@/lib/live"
import { useAction } from "@/lib/use-action"
import { uploadQuery } from "./queries"

type Preparation = ReturnType<typeof usePictureStatus>

/** Follow an uploaded picture while its sizes are rendered; `picture` is its newest state. */
export function usePictureStatus(given: Schemas["Picture"] | null) {
  const key = given?.pending ?? null
  const query = { ...uploadQuery(key ?? ""), enabled: key !== null }
  const { data, error, refetch } = useLiveQuery(key ? `picture:${key}` : null, query)
  const retrying = useAction({
    act: (failed: string) => send("post", "/api/admin/uploads/{key}/retry", { path: { key: failed } }),
    onDone: (upload, _, client) => client.setQueryData(query.queryKey, upload),
  })
  const status = key === null ? null : (data?.status ?? (error ? "failed" : "processing"))
  return {
    picture: (key !== null && data?.picture) || given,
    status,
    busy: retrying.isPending,
    retry: () => {
      if (data && key) retrying.mutate(key)
      else void refetch()
    },
  } as const
}

/** Status of an uploaded picture: being prepared, ready, or failed with a retry button. */
export function PictureStatusNote({ preparation, label }: { preparation: Preparation; label: string }) {
  const { t } = useTranslation("adminProducts")
  const { status, busy, retry } = preparation
  return (
    <>
      <span role="status" className="block text-ink-soft text-xs">
        {status === "processing" && t("pictures.preparing")}
        {status === "ready" && t("pictures.ready")}
      </span>
      {status === "failed" && (
        <span className="block text-xs">
          <span role="alert" className="text-danger">
            {t("pictures.notPrepared")}
          </span>
          <Button variant="quiet" size="sm" busy={busy} aria-label={label} onClick={retry}>
            <RotateCw aria-hidden="true" className="size-4" />
            {t("pictures.prepareAgain")}
          </Button>
        </span>
      )}
    </>
  )
}
