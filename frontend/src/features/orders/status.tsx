import { Badge, type Tone } from "@/components/badge"
import { hasText, useTranslation } from "@/i18n"
import { progressOf } from "./progress"

const tones: Record<string, Tone> = {
  pending: "warning",
  delivered: "success",
  cancelled: "neutral",
  returned: "neutral",
  refunded: "neutral",
}

/** Returns a function that names a status of an order; one we do not know yet is shown as it is. */
export function useStatusName(): (status: string) => string {
  const { t } = useTranslation("orders")
  // The names come from the server, so their presence is asked and not typed.
  return (status) =>
    hasText("orders", `status.${status}`) ? t(`status.${status}` as "status.pending") : status
}

/** Where an order stands: the word, and the bar as long as it is on its way. */
export function OrderStatus({ status }: { status: string }) {
  const { t } = useTranslation("orders")
  const nameOf = useStatusName()
  const progress = progressOf(status)
  return (
    <div>
      <Badge tone={tones[status] ?? "info"}>{nameOf(status)}</Badge>
      {progress !== null && (
        <progress
          aria-label={t("progress", { status: nameOf(status) })}
          max={100}
          value={progress}
          className="bar mt-3 block h-1.5 w-full"
        />
      )}
    </div>
  )
}
