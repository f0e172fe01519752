import { hasText, useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDateTime } from "@/lib/time"
import { Part } from "./part"
import type { Order } from "./queries"

type Entry = Order["history"][number]

/** What happened to the order and to its money, as recorded; the newest last. */
export function Timeline({ order }: { order: Order }) {
  const { t, i18n } = useTranslation("orders")
  // A kind that this page does not know yet is better left out than shown as a code.
  const told = order.history.filter((entry) => hasText("orders", `events.${entry.kind}`))
  return (
    <Part title={t("timeline")}>
      <ol className="pt-1">
        {told.map((entry, index) => (
          <li key={`${entry.kind}${entry.at}`} className="relative flex gap-4 pb-5 last:pb-0">
            {index < told.length - 1 && (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-[4.5px] w-px bg-line-strong" />
            )}
            <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-gold" />
            <div className="min-w-0">
              <p>
                <Words entry={entry} />
              </p>
              {parcelOf(entry) && <p className="break-words text-ink-soft text-sm">{parcelOf(entry)}</p>}
              {entry.note && <p className="mt-0.5 break-words text-ink-soft">{entry.note}</p>}
              <p className="text-ink-soft text-sm">{formatDateTime(entry.at, i18n.language)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Words({ entry: { kind, data } }: { entry: Entry }) {
  const { t } = useTranslation("orders")
  const amount = typeof data.amount === "number" ? formatRupees(data.amount) : ""
  return t(`events.${kind}` as "events.placed", { amount })
}

/** Who carries it and under which number, as far as that was known then. */
const parcelOf = ({ data }: Entry) =>
  [data.carrier, data.trackingNumber].filter((part) => typeof part === "string").join(" ")
