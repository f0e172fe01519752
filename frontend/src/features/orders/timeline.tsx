import { Link } from "@/components/link"
import { hasText, useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDateTime } from "@/lib/time"
import { Part } from "./part"
import type { Order } from "./queries"

type Entry = Order["history"][number]

type Attempt = Order["payments"][number]
type TimelineEntry = { at: string; entry: Entry } | { at: string; attempt: Attempt }

// Left out beside the payment attempts, which show the same; a shared link has no attempts.
const ATTEMPT_EVENTS = new Set(["payment_started", "payment_failed"])

/** Events and payment attempts of an order, oldest first. */
function timelineOf({ history, payments }: Order): TimelineEntry[] {
  // Leave out kinds without a text: a code would mean nothing to the reader.
  const entries = history.filter(
    ({ kind }) => hasText("orders", `events.${kind}`) && !(payments.length > 0 && ATTEMPT_EVENTS.has(kind)),
  )
  const timeline: TimelineEntry[] = [
    ...entries.map((entry) => ({ at: entry.at, entry })),
    ...payments
      .filter(({ status }) => hasText("orders", `attempt.${status}`))
      .map((attempt) => ({ at: attempt.initiatedAt, attempt })),
  ]
  return timeline.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** The recorded events and payment attempts of an order; the newest last. */
export function Timeline({ order }: { order: Order }) {
  const { t, i18n } = useTranslation("orders")
  const timeline = timelineOf(order)
  return (
    <Part title={t("timeline")}>
      <ol className="pt-1">
        {timeline.map((one, index) => (
          <li
            key={"entry" in one ? `${one.entry.kind}${one.at}` : one.attempt.transactionId}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            {index < timeline.length - 1 && (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-[4.5px] w-px bg-line-strong" />
            )}
            <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-gold" />
            <div className="min-w-0">
              {"entry" in one ? <Event entry={one.entry} /> : <PaymentAttempt attempt={one.attempt} />}
              <p className="text-ink-soft text-sm">{formatDateTime(one.at, i18n.language)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Event({ entry }: { entry: Entry }) {
  const parcel = parcelOf(entry)
  return (
    <>
      <p>
        <EntryText entry={entry} />
      </p>
      {parcel && <p className="wrap-anywhere text-ink-soft text-sm">{parcel}</p>}
      {entry.note && <p className="mt-0.5 wrap-anywhere text-ink-soft">{entry.note}</p>}
    </>
  )
}

function PaymentAttempt({ attempt: { transactionId, status } }: { attempt: Attempt }) {
  const { t } = useTranslation("orders")
  return (
    <>
      <p>{t(`attempt.${status}` as "attempt.PENDING")}</p>
      <Link
        to={`/order-confirmation/${transactionId}`}
        className="inline-flex min-h-9 items-center break-all text-accent text-sm underline-offset-4 hover:underline pointer-coarse:min-h-11"
        translate="no"
      >
        {transactionId}
      </Link>
    </>
  )
}

function EntryText({ entry: { kind, data } }: { entry: Entry }) {
  const { t } = useTranslation("orders")
  if (typeof data.amount === "number" || typeof data.payTo === "string") {
    return t(`events.${kind}` as "events.placed", {
      amount: typeof data.amount === "number" ? formatRupees(data.amount) : "",
      payTo: String(data.payTo),
    })
  }
  // A shared link shows no amounts, and not where they go.
  const group = hasText("orders", `withoutAmount.${kind}`) ? "withoutAmount" : "events"
  return t(`${group}.${kind}` as "events.placed")
}

/** Carrier and tracking number, as far as known at the time. */
const parcelOf = ({ data }: Entry) =>
  [data.carrier, data.trackingNumber].filter((part) => typeof part === "string").join(" ")
