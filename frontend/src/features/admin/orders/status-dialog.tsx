import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type RefObject, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { DayField } from "@/components/day-field"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { useLabels } from "@/features/admin/shared/labels"
import { sendForMessage } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { readDay } from "@/lib/day-text"
import { MAX_NOTE } from "@/lib/limits"
import { formatDate, todayInIndia } from "@/lib/time"
import { useMay } from "@/stores/session"
import { CashRisks } from "./cash-risks"
import { OrderStatusBadge } from "./order-status"
import { EditedBy, usePresence } from "./presence"
import {
  type AdminOrder,
  type OrderStatus,
  orderDetailQuery,
  ordersKey,
  piecesToSend,
  type Seen,
  seenOf,
  undoOf,
} from "./queries"

const LONGEST_DELIVERY_DAYS = 365
const MAX_NUMBER = 40
export const needsNumber = (status: OrderStatus | "") => status === "dispatched" || status === "shipped"

/** Change an order's status to an allowed one, with a note to the customer and the tracking number. */
export function StatusDialog({ order, onClose }: { order: AdminOrder | null; onClose: () => void }) {
  const { t } = useTranslation("adminOrders")
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
          {order?.orderId}
        </span>
      }
    >
      {order && <MoveForm first={first} order={order} onDone={onClose} />}
    </Dialog>
  )
}

type Changed = { changed: { field: string; before: string; now: string }[]; by: string }

type MoveFormProps = {
  order: AdminOrder
  first: RefObject<HTMLSelectElement | null>
  onDone: () => void
}

function MoveForm({ order, first, onDone }: MoveFormProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const labels = useLabels()
  const client = useQueryClient()
  const errorText = useErrorText()
  // The state the decision is based on: when the form was opened or the conflict reviewed.
  const [seen, setSeen] = useState<Seen>(() => seenOf(order))
  usePresence(`order:${order.orderId}`)
  const ordered = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const rest = piecesToSend(order)
  const sendsRefunded = (values: { status: string; sendRefunded: boolean }) =>
    values.status === "dispatched" && values.sendRefunded && ordered > rest
  const move = useFormAction({
    start: {
      status: "" as OrderStatus | "",
      notes: "",
      carrier: order.carrier,
      trackingNumber: order.trackingNumber,
      day: order.estimatedDelivery ?? "",
      unpaidReason: "",
      sendRefunded: false,
      withoutCertificates: false,
    },
    problems: (values) => ({
      day: readDay(values.day) === null && t("admin:filters.problems.notADate"),
      trackingNumber: needsNumber(values.status) && !values.trackingNumber.trim() && t("move.numberNeeded"),
      unpaidReason: sendsRefunded(values) && !values.unpaidReason.trim() && t("move.unpaidReasonHint"),
    }),
    act: ({ status, day, sendRefunded: _sends, ...values }) =>
      sendForMessage("patch", "/api/admin-orders/orders/{order_id}/status", {
        path: { order_id: order.orderId },
        body: {
          status: status as OrderStatus,
          notes: values.notes.trim(),
          carrier: values.carrier.trim(),
          trackingNumber: values.trackingNumber.trim(),
          estimatedDelivery: day || null,
          seen,
          unpaidReason: values.unpaidReason.trim(),
          withoutCertificates: status === "dispatched" && values.withoutCertificates,
        },
        once: `move:${order.orderId}:${status}`,
      }),
    done: ({ message }) => message || t("move.done"),
    onDone: ({ data }) => {
      client.setQueryData(orderDetailQuery(order.orderId).queryKey, data)
      onDone()
    },
    undo: ({ data: { undo } }) => undoOf([{ orderId: order.orderId, undo }]),
    renews: [ordersKey],
  })
  const { status, carrier, trackingNumber, day, unpaidReason, sendRefunded, withoutCertificates } =
    move.values
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
    // Untouched fields would revert the colleague's change.
    move.put({
      status: "",
      carrier: carrier === seen.carrier ? order.carrier : carrier,
      trackingNumber: trackingNumber === seen.trackingNumber ? order.trackingNumber : trackingNumber,
      day: day === (seen.estimatedDelivery ?? "") ? (order.estimatedDelivery ?? "") : day,
    })
    move.reset()
  }
  const numberMissing = refusal?.errors.trackingNumber
  const today = todayInIndia()
  const isNoDay = readDay(day) === null
  const dayWrong = isNoDay ? t("admin:filters.problems.notADate") : refusal?.errors.estimatedDelivery
  const withheld = status === "dispatched" ? ordered - rest : 0
  const unpaid = refusal?.code === "GOODS_NOT_PAID" || (refusal?.code === "NOTHING_TO_SEND" && withheld > 0)
  const asksReason = unpaid || unpaidReason !== "" || sendsRefunded(move.values)
  const uncertified = refusal?.code === "CERTIFICATES_MISSING"

  const failure = move.error && !outdated && !numberMissing && !dayWrong
  const valueLabel = (field: string, value: string) =>
    (value && field === "estimatedDelivery" ? formatDate(value, i18n.language) : value) || "–"
  const allowed: readonly OrderStatus[] = order.nextStatuses
  return (
    <ActionForm
      form={move}
      submit={t("move.submit")}
      disabled={!status || outdated !== null}
      onCancel={onDone}
      cancelText={t("move.cancel")}
      notice={
        <>
          {failure && (
            <Notice tone={uncertified ? "warning" : "danger"} announce>
              {errorText(move.error, t("move.failed"))}
            </Notice>
          )}
          {status === "dispatched" && (uncertified || withoutCertificates) && (
            <Checkbox
              checked={withoutCertificates}
              onChange={(checked) => move.put({ withoutCertificates: checked })}
            >
              {t("certificates.dispatchWithout")}
            </Checkbox>
          )}
        </>
      }
    >
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
        options={[
          { value: "", label: t("move.choose") },
          ...allowed.map((value) => ({ value, label: labels.orderStatus(value) })),
        ]}
        {...move.field("status")}
        value={allowed.some((name) => name === status) ? status : ""}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("fields.carrier")}
          maxLength={MAX_NUMBER}
          autoComplete="off"
          {...move.field("carrier")}
        />
        <TextField
          label={t("fields.trackingNumber")}
          maxLength={MAX_NUMBER}
          autoComplete="off"
          required={needsNumber(status)}
          hint={needsNumber(status) ? t("move.numberNeeded") : undefined}
          {...move.field("trackingNumber")}
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
        onChange={(chosen) => move.put({ day: chosen })}
      />
      <TextArea
        label={t("move.notes")}
        hint={t("move.notesHint")}
        maxLength={MAX_NOTE}
        {...move.field("notes")}
      />
      <MoneyHint to={status} />
      {withheld > 0 && (
        <Notice tone="warning">
          {rest > 0 ? t("move.withheld", { withheld, ordered, rest }) : t("move.allWithheld")}
          <Checkbox
            checked={sendRefunded}
            onChange={(checked) => move.put({ sendRefunded: checked, unpaidReason: "" })}
          >
            {t("move.sendRefunded")}
          </Checkbox>
        </Notice>
      )}
      {asksReason && (
        <TextArea
          label={t("move.unpaidReason")}
          hint={t("move.unpaidReasonHint")}
          maxLength={MAX_NOTE}
          required
          {...move.field("unpaidReason")}
        />
      )}
    </ActionForm>
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
