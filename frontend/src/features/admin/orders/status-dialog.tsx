import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useId, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { DayField } from "@/components/day-field"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { useLabels } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { readDay } from "@/lib/day-text"
import { MAX_NOTE } from "@/lib/limits"
import { formatDate, todayInIndia } from "@/lib/time"
import { toast } from "@/lib/toast"
import { useLast } from "@/lib/use-last"
import { useMay } from "@/stores/session"
import { CashRisks } from "./cash-risks"
import {
  type AdminOrder,
  moveOrder,
  type OrderStatus,
  orderDetailQuery,
  ordersKey,
  piecesToSend,
  type Seen,
  seenOf,
} from "./order-queries"
import { OrderStatusBadge } from "./order-status"
import { EditedBy, usePresence } from "./presence"

const LONGEST_DELIVERY_DAYS = 365
const MAX_NUMBER = 40
export const needsNumber = (status: OrderStatus | "") => status === "dispatched" || status === "shipped"

/** Change an order's status to an allowed one, with a note to the customer and the tracking number. */
export function StatusDialog({ order, onClose }: { order: AdminOrder | null; onClose: () => void }) {
  const { t } = useTranslation("adminOrders")
  const last = useLast(order)
  // Initial focus; on a phone focusing a list opens no keyboard.
  const first = useRef<HTMLSelectElement>(null)
  return (
    <Dialog
      open={order !== null}
      onOpenChange={(stays) => !stays && onClose()}
      initialFocus={first}
      title={t("move.title")}
      description={
        <span className="tabular-nums" translate="no">
          {last?.orderId}
        </span>
      }
    >
      {last && (
        <MoveForm key={last.orderId} first={first} order={last} open={order !== null} onDone={onClose} />
      )}
    </Dialog>
  )
}

type Changed = { changed: { field: string; before: string; now: string }[]; by: string }

type MoveFormProps = {
  order: AdminOrder
  open: boolean
  first: RefObject<HTMLSelectElement | null>
  onDone: () => void
}

function MoveForm({ order, open, first, onDone }: MoveFormProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const labels = useLabels()
  const client = useQueryClient()
  const errorText = useErrorText()
  const form = useId()
  // The state the decision is based on: when the form was opened or the conflict reviewed.
  const [seen, setSeen] = useState<Seen>(() => seenOf(order))
  const [status, setStatus] = useState<OrderStatus | "">("")
  const [notes, setNotes] = useState("")
  const [carrier, setCarrier] = useState(order.carrier)
  const [number, setNumber] = useState(order.trackingNumber)
  const [day, setDay] = useState(order.estimatedDelivery ?? "")
  const [unpaidReason, setUnpaidReason] = useState("")
  const [sendRefunded, setSendRefunded] = useState(false)
  const [withoutCertificates, setWithoutCertificates] = useState(false)
  usePresence(`order:${order.orderId}`, open)
  const move = useMutation({
    mutationFn: (to: OrderStatus) =>
      moveOrder(order.orderId, {
        status: to,
        notes: notes.trim(),
        carrier: carrier.trim(),
        trackingNumber: number.trim(),
        estimatedDelivery: day || null,
        seen,
        unpaidReason: unpaidReason.trim(),
        withoutCertificates: to === "dispatched" && withoutCertificates,
      }),
    onSuccess: ({ message, data }) => {
      client.setQueryData(orderDetailQuery(order.orderId).queryKey, data)
      toast.success(message || t("move.done"))
      onDone()
    },
    // After an error, too: the row may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
  const refusal = move.error instanceof ApiError ? move.error : null
  const outdated = refusal?.code === "ORDER_CHANGED" ? (refusal.data as Changed) : null
  const changedMeanwhile =
    outdated === null && !move.isPending && JSON.stringify(seen) !== JSON.stringify(seenOf(order))
  // The row has the change, its history the author.
  const { data: newest } = useQuery({ ...orderDetailQuery(order.orderId), enabled: changedMeanwhile })
  const last = newest?.history.filter(({ name }) => name !== "order.mail_sent").at(-1)
  const by = last?.cause === "staff" ? last.by : ""
  function lookAgain() {
    setSeen(seenOf(order))
    setStatus("")
    // Untouched fields would revert the colleague's change.
    if (carrier === seen.carrier) setCarrier(order.carrier)
    if (number === seen.trackingNumber) setNumber(order.trackingNumber)
    if (day === (seen.estimatedDelivery ?? "")) setDay(order.estimatedDelivery ?? "")
    move.reset()
  }
  const numberMissing = refusal?.errors.trackingNumber
  const today = todayInIndia()
  const isNoDay = readDay(day) === null
  const dayWrong = isNoDay ? t("admin:filters.problems.notADate") : refusal?.errors.estimatedDelivery
  const ordered = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const rest = piecesToSend(order)
  const withheld = status === "dispatched" ? ordered - rest : 0
  const sendsRefunded = withheld > 0 && sendRefunded
  const unpaid = refusal?.code === "GOODS_NOT_PAID" || (refusal?.code === "NOTHING_TO_SEND" && withheld > 0)
  const uncertified = refusal?.code === "CERTIFICATES_MISSING"

  function submit(event: FormEvent) {
    event.preventDefault()
    if (status && !isNoDay && !move.isPending) move.mutate(status)
  }
  const valueLabel = (field: string, value: string) =>
    (value && field === "estimatedDelivery" ? formatDate(value, i18n.language) : value) || "–"
  const allowed: readonly OrderStatus[] = order.nextStatuses
  return (
    <form id={form} onSubmit={submit} className="space-y-5">
      <EditedBy subject={`order:${order.orderId}`} />
      {outdated && (
        <Notice
          tone="warning"
          announce
          title={t("outdated.title", { by: outdated.by || t("outdated.shop") })}
        >
          <ul className="mt-1 list-disc pl-5">
            {outdated.changed.map(({ field, before, now }) => (
              <li key={field}>
                {field === "status"
                  ? t("outdated.status", { before: labels.orderStatus(before), now: labels.orderStatus(now) })
                  : t("outdated.other", {
                      field: t(`fields.${fieldKey(field)}`),
                      before: valueLabel(field, before),
                      now: valueLabel(field, now),
                    })}
              </li>
            ))}
          </ul>
          <Button
            variant="secondary"
            size="sm"
            className="mt-3"
            // The pressed button is disabled now.
            autoFocus
            onClick={lookAgain}
          >
            {t("outdated.look")}
          </Button>
        </Notice>
      )}
      <div role="status">
        {changedMeanwhile && (
          <Notice tone="warning" title={by ? t("outdated.liveBy", { by }) : t("outdated.live")}>
            <Button variant="secondary" size="sm" className="mt-3" onClick={lookAgain}>
              {t("outdated.load")}
            </Button>
          </Notice>
        )}
      </div>
      <p className="flex items-center gap-2 text-sm">
        {t("move.now")} <OrderStatusBadge status={order.status} />
      </p>
      <CashRisks risks={order.cashRisks} />
      <NativeSelect
        ref={first}
        label={t("move.to")}
        value={allowed.some((name) => name === status) ? status : ""}
        required
        options={[
          { value: "", label: t("move.choose") },
          ...allowed.map((value) => ({ value, label: labels.orderStatus(value) })),
        ]}
        onChange={({ target }) => setStatus(allowed.find((name) => name === target.value) ?? "")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("fields.carrier")}
          value={carrier}
          maxLength={MAX_NUMBER}
          autoComplete="off"
          onChange={({ target }) => setCarrier(target.value)}
        />
        <TextField
          label={t("fields.trackingNumber")}
          value={number}
          maxLength={MAX_NUMBER}
          autoComplete="off"
          required={needsNumber(status)}
          error={numberMissing}
          hint={needsNumber(status) ? t("move.numberNeeded") : undefined}
          onChange={({ target }) => setNumber(target.value)}
        />
      </div>
      <DayField
        label={t("fields.estimatedDelivery")}
        value={day}
        // A past estimate may stay; the server refuses a new one in the past.
        min={order.estimatedDelivery && order.estimatedDelivery < today ? order.estimatedDelivery : today}
        max={aYearAfter(today)}
        error={dayWrong}
        hint={t("move.deliveryDays")}
        onChange={setDay}
      />
      <TextArea
        label={t("move.notes")}
        hint={t("move.notesHint")}
        value={notes}
        maxLength={MAX_NOTE}
        onChange={({ target }) => setNotes(target.value)}
      />
      <MoneyHint to={status} />
      {withheld > 0 && (
        <Notice tone="warning">
          {rest > 0 ? t("move.withheld", { withheld, ordered, rest }) : t("move.allWithheld")}
          <Checkbox
            checked={sendRefunded}
            onChange={(checked) => {
              setSendRefunded(checked)
              setUnpaidReason("")
            }}
          >
            {t("move.sendRefunded")}
          </Checkbox>
        </Notice>
      )}
      {(unpaid || unpaidReason || sendsRefunded) && (
        <TextArea
          label={t("move.unpaidReason")}
          hint={t("move.unpaidReasonHint")}
          value={unpaidReason}
          maxLength={MAX_NOTE}
          required
          onChange={({ target }) => setUnpaidReason(target.value)}
        />
      )}
      {move.error && !outdated && !numberMissing && !dayWrong && (
        <Notice tone={uncertified ? "warning" : "danger"} announce>
          {errorText(move.error, t("move.failed"))}
        </Notice>
      )}
      {status === "dispatched" && (uncertified || withoutCertificates) && (
        <Checkbox checked={withoutCertificates} onChange={setWithoutCertificates}>
          {t("certificates.dispatchWithout")}
        </Checkbox>
      )}
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          {t("move.cancel")}
        </Button>
        <Button type="submit" busy={move.isPending} disabled={!status || outdated !== null}>
          {t("move.submit")}
        </Button>
      </div>
    </form>
  )
}

/** The refund of a cancelled order: without the right to refund, it waits for approval. */
export function MoneyHint({ to }: { to: string }) {
  const { t } = useTranslation("adminOrders")
  const mayRefund = useMay("refunds")
  if (to !== "cancelled" && to !== "returned") return null
  return (
    <Notice tone="warning">
      {t(to === "cancelled" ? "move.cancelHint" : "move.returnHint")}{" "}
      {t(mayRefund ? "move.refundGoes" : "move.refundWaits")}
    </Notice>
  )
}

/** The latest estimate that the server accepts. */
const aYearAfter = (day: string) =>
  new Date(Date.parse(day) + LONGEST_DELIVERY_DAYS * 86_400_000).toISOString().slice(0, 10)

const fieldKey = (field: string) =>
  field === "carrier" || field === "trackingNumber" || field === "toSend"
    ? field
    : ("estimatedDelivery" as const)
