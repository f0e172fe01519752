import { Notice } from "@/components/notice"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import {
  Check,
  DateField,
  Field,
  NoteField,
  SelectField,
  useFields,
} from "@/features/admin/shared/form-fields"
import { chosen, note, text } from "@/features/admin/shared/form-rules"
import { useFieldName, useLabels } from "@/features/admin/shared/labels"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { readDay } from "@/lib/day-text"
import { todayInIndia } from "@/lib/time"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { CashRisks } from "./cash-risks"
import { OrderStatusBadge } from "./order-status"
import { EditedBy, usePresence } from "./presence"
import { type AdminOrder, orderDetailQuery, ordersKey, piecesToSend, seenOf, undoOf } from "./queries"

const LONGEST_DELIVERY_DAYS = 365
const MAX_NUMBER = 40
export const needsNumber = (status: string) => status === "dispatched" || status === "shipped"
/** Return true for statuses in which the carrier has the parcel: only they ask for its details. */
const hasParcel = (status: string) => needsNumber(status) || status === "out_for_delivery"

/** The form's values for an order; `now` and `toSend` only tell what a colleague has changed. */
const valuesOf = (order: AdminOrder | null) => ({
  status: "" as const,
  notes: "",
  carrier: order?.carrier ?? "",
  trackingNumber: order?.trackingNumber ?? "",
  estimatedDelivery: order?.estimatedDelivery ?? "",
  unpaidReason: "",
  sendRefunded: false,
  withoutCertificates: false,
  now: order?.status ?? "",
  toSend: order ? piecesToSend(order) : 0,
})

/** Change an order's status to an allowed one, with a note to the customer and the tracking number. */
export function StatusDialog({ order, onClose }: { order: AdminOrder | null; onClose: () => void }) {
  const { t } = useTranslation(["adminOrders", "admin"])
  const labels = useLabels()
  const fieldName = useFieldName("adminOrders")
  const orderId = order?.orderId ?? ""
  const isWithheld = order?.items.some(({ withheld }) => withheld > 0)
  const schema = z
    .object({
      status: chosen(order?.nextStatuses ?? [], t("move.choose")),
      notes: note,
      carrier: text,
      trackingNumber: text,
      estimatedDelivery: text,
      unpaidReason: note,
      sendRefunded: z.boolean(),
      withoutCertificates: z.boolean(),
    })
    .refine(({ status, trackingNumber }) => !needsNumber(status) || trackingNumber !== "", {
      path: ["trackingNumber"],
      message: t("move.numberNeeded"),
    })
    .refine(({ status, estimatedDelivery }) => !hasParcel(status) || readDay(estimatedDelivery) !== null, {
      path: ["estimatedDelivery"],
      message: t("admin:filters.problems.notADate"),
    })
    .refine(
      (typed) => !isWithheld || !typed.sendRefunded || typed.status !== "dispatched" || typed.unpaidReason,
      { path: ["unpaidReason"], message: t("move.unpaidReasonHint") },
    )
  return (
    <FormDialog
      open={order !== null}
      onClose={onClose}
      title={t("move.title")}
      description={
        <span className="tabular-nums" translate="no">
          {orderId}
        </span>
      }
      schema={schema}
      start={valuesOf(order)}
      lock={{
        row: order,
        valuesOf,
        isNewer: (row, base) => JSON.stringify(seenOf(row)) !== JSON.stringify(seenOf(base)),
        refusal: "ORDER_CHANGED",
        newest: async (client) => {
          const { order, history } = await client.fetchQuery(orderDetailQuery(orderId))
          // The row has the change, its history the author.
          const last = history.filter(({ name }) => name !== "order.mail_sent").at(-1)
          return { ...order, editedBy: last?.cause === "staff" ? last.by : "" }
        },
        label: (path) => (path === "now" ? t("move.now") : fieldName(path)),
        text: (value, path) => (path === "now" ? labels.orderStatus(String(value)) : String(value || "–")),
      }}
      act={({ status, notes, unpaidReason, withoutCertificates, sendRefunded: _, ...parcel }, base) =>
        sendForMessage("patch", "/api/admin-orders/orders/{order_id}/status", {
          path: { order_id: orderId },
          body: {
            status,
            notes,
            unpaidReason,
            ...(hasParcel(status) && parcel),
            withoutCertificates: status === "dispatched" && withoutCertificates,
            seen: base && seenOf(base),
          },
          once: `move:${orderId}:${status}`,
        })
      }
      done={({ message }) => message || t("move.done")}
      onDone={({ data }, _, client) => client.setQueryData(orderDetailQuery(orderId).queryKey, data)}
      undo={({ data: { undo } }) => undoOf([{ orderId, undo }])}
      renews={[ordersKey]}
      failed={t("move.failed")}
      submit={({ values }) => t(values.status === "cancelled" ? "move.cancelOrder" : "move.submit")}
      disabled={({ values, conflict }) => !values.status || conflict?.refused === true}
      cancelText={t("move.cancel")}
    >
      {({ error }) =>
        order && <MoveFields order={order} code={error instanceof ApiError ? error.code : null} />
      }
    </FormDialog>
  )
}

type MoveValues = Omit<ReturnType<typeof valuesOf>, "status"> & { status: string }

/** The fields of a status change; `code` is that of the server's refusal. */
function MoveFields({ order, code }: { order: AdminOrder; code: ApiError["code"] | null }) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  usePresence(`order:${order.orderId}`)
  const { values } = useFields<MoveValues>()
  const { status, sendRefunded, unpaidReason, withoutCertificates } = values
  const today = todayInIndia()
  const ordered = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const rest = piecesToSend(order)
  const isDispatch = status === "dispatched"
  const withheld = isDispatch ? ordered - rest : 0
  const unpaid = code === "GOODS_NOT_PAID" || (code === "NOTHING_TO_SEND" && withheld > 0)
  const asksReason = unpaid || unpaidReason !== "" || (withheld > 0 && sendRefunded)
  return (
    <>
      <EditedBy subject={`order:${order.orderId}`} />
      <p className="flex items-center gap-2 text-sm">
        {t("move.now")} <OrderStatusBadge status={order.status} />
      </p>
      <CashRisks risks={order.cashRisks} />
      <SelectField
        path="status"
        label={t("move.to")}
        choose={t("move.choose")}
        options={order.nextStatuses.map((value) => ({ value, label: labels.orderStatus(value) }))}
      />
      {hasParcel(status) && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field path="carrier" label={t("fields.carrier")} maxLength={MAX_NUMBER} />
          <Field
            path="trackingNumber"
            label={t("fields.trackingNumber")}
            maxLength={MAX_NUMBER}
            required={needsNumber(status)}
            hint={needsNumber(status) ? t("move.numberNeeded") : undefined}
          />
          <DateField
            path="estimatedDelivery"
            label={t("fields.estimatedDelivery")}
            // A past estimate may stay; the server refuses a new one in the past.
            min={order.estimatedDelivery && order.estimatedDelivery < today ? order.estimatedDelivery : today}
            max={aYearAfter(today)}
            hint={t("move.deliveryDays")}
          />
        </div>
      )}
      {status && <NoteField path="notes" label={t("move.notes")} hint={t("move.notesHint")} />}
      <MoneyHint to={status} />
      {withheld > 0 && (
        <Notice tone="warning">
          {rest > 0 ? t("move.withheld", { withheld, ordered, rest }) : t("move.allWithheld")}
          <Check path="sendRefunded">{t("move.sendRefunded")}</Check>
        </Notice>
      )}
      {asksReason && (
        <NoteField
          path="unpaidReason"
          label={t("move.unpaidReason")}
          hint={t("move.unpaidReasonHint")}
          required
        />
      )}
      {isDispatch && (code === "CERTIFICATES_MISSING" || withoutCertificates) && (
        <Check path="withoutCertificates">{t("certificates.dispatchWithout")}</Check>
      )}
    </>
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
