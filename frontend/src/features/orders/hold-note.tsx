import { useTranslation } from "@/i18n"
import { formatDateTime } from "@/lib/time"

/** The end of an unpaid order's stock hold, or the deadline of its payment. */
export function HoldNote({ heldUntil, payBy }: { heldUntil: string | null; payBy: string }) {
  const { t, i18n } = useTranslation("orders")
  return (
    <p className="mt-3 max-w-prose text-ink-soft">
      {heldUntil
        ? t("hold.until", { time: formatDateTime(heldUntil, i18n.language) })
        : t("hold.none", { time: formatDateTime(payBy, i18n.language) })}
    </p>
  )
}
