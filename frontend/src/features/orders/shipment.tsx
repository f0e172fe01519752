import { ExternalLink, Truck } from "lucide-react"
import { useTranslation } from "@/i18n"
import { Part } from "./part"
import type { Order } from "./queries"

/** The carrier, the tracking number and the tracking link. */
export function Shipment({ shipment }: { shipment: NonNullable<Order["shipment"]> }) {
  const { t } = useTranslation("orders")
  const { carrier, trackingNumber, trackingUrl } = shipment
  return (
    <Part title={t("shipment.title")}>
      <div className="flex items-start gap-4">
        <Truck className="mt-0.5 size-6 shrink-0 text-gold" />
        <div className="min-w-0">
          {carrier && <p>{carrier}</p>}
          {trackingNumber && (
            <p className="break-all text-ink-soft text-sm">
              {t("shipment.number")}{" "}
              <span className="select-all text-ink" translate="no">
                {trackingNumber}
              </span>
            </p>
          )}
          {trackingUrl && (
            <a
              href={trackingUrl}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
            >
              {t("shipment.follow")}
              <ExternalLink className="size-4" />
            </a>
          )}
        </div>
      </div>
    </Part>
  )
}
