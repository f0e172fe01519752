import { type RefObject, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { orderStatuses, useLabels } from "@/features/admin/shared/labels"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { SelectionBar } from "@/features/admin/shared/use-selection"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { MAX_NOTE } from "@/lib/limits"
import { type AdminOrder, type BulkResult, type OrderStatus, ordersKey, seenOf, undoOf } from "./queries"
import { MoneyHint, needsNumber } from "./status-dialog"
import { usePackingSlips } from "./use-packing-slips"

type BulkBarProps = { chosen: readonly AdminOrder[]; onClear: () => void }

/** Bulk actions on the selected orders; renders nothing without a selection. */
export function BulkBar({ chosen, onClear }: BulkBarProps) {
  const { t } = useTranslation("adminOrders")
  const [open, setOpen] = useState(false)
  const first = useRef<HTMLSelectElement>(null)
  const slips = usePackingSlips()
  const orderIds = chosen.map(({ orderId }) => orderId)
  return (
    <>
      <SelectionBar label={t("bulk.title")} count={chosen.length} onClear={onClear}>
        <Button size="sm" className="max-sm:px-1" onClick={() => setOpen(true)}>
          {t("bulk.move")}
        </Button>
        {(["slip", "label"] as const).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="secondary"
            className="max-sm:px-1"
            disabled={slips.isPending}
            busy={slips.isPending && slips.variables.kind === kind}
            onClick={() => slips.mutate({ kind, orderIds })}
          >
            {t(kind === "slip" ? "slips.slips" : "slips.labels")}
          </Button>
        ))}
      </SelectionBar>
      <Dialog open={open} onOpenChange={setOpen} initialFocus={first} title={t("bulk.title")}>
        <BulkForm first={first} orders={chosen} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type BulkFormProps = {
  orders: readonly AdminOrder[]
  first: RefObject<HTMLSelectElement | null>
  onClose: () => void
}

function BulkForm({ orders: given, first, onClose }: BulkFormProps) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  // The selection when the form was opened: a row that changes meanwhile stays in it.
  const [orders] = useState(given)
  // Statuses allowed for at least one order; the others report why they are skipped.
  const offered = orderStatuses.filter((name) => orders.some((order) => order.nextStatuses.includes(name)))
  const move = useFormAction({
    start: { status: "" as OrderStatus | "", notes: "", carrier: "", numbers: {} as Record<string, string> },
    // Without a choice of orders, all of them.
    act: ({ status, notes, carrier, numbers }, confirmed: readonly string[] | undefined) => {
      const body = {
        status: status as OrderStatus,
        notes: notes.trim(),
        withoutCertificates: confirmed !== undefined,
        orders: orders
          .filter(({ orderId }) => confirmed?.includes(orderId) ?? true)
          .map((order) => ({
            orderId: order.orderId,
            carrier: carrier.trim(),
            trackingNumber: (numbers[order.orderId] ?? "").trim(),
            seen: seenOf(order),
          })),
      }
      return send("post", "/api/admin-orders/bulk-status", { body, once: `move:${JSON.stringify(body)}` })
    },
    done: ({ moved, results }) => (moved > 0 ? t("bulk.moved", { moved, count: results.length }) : undefined),
    // Else it is read what each order has to say.
    onDone: ({ results }) => results.every(({ ok, message }) => ok && !message) && onClose(),
    undo: ({ results }) => undoOf(results),
    renews: [ordersKey],
  })
  const { status, numbers } = move.values
  const able = orders.filter((order) => status && order.nextStatuses.includes(status))
  const staying = status ? orders.length - able.length : 0
  if (move.data) {
    return (
      <BulkResults
        results={move.data.results}
        moved={move.data.moved}
        onWithoutCertificates={move.mutate}
        onClose={onClose}
      />
    )
  }

  return (
    <ActionForm
      form={move}
      failed={t("move.failed")}
      submit={t("bulk.submit", { count: status ? able.length : orders.length })}
      disabled={!status}
      onCancel={onClose}
      cancelText={t("move.cancel")}
    >
      <NativeSelect
        ref={first}
        label={t("move.to")}
        options={[
          { value: "", label: t("move.choose") },
          ...offered.map((value) => ({ value, label: labels.orderStatus(value) })),
        ]}
        {...move.field("status")}
      />
      <MoneyHint to={status} />
      {staying > 0 && <Notice tone="warning">{t("bulk.staying", { count: staying })}</Notice>}
      {needsNumber(status) && (
        <>
          <TextField
            label={t("fields.carrier")}
            maxLength={40}
            autoComplete="off"
            {...move.field("carrier")}
          />
          {able.map(({ orderId, trackingNumber }) => (
            <TextField
              key={orderId}
              label={t("bulk.numberOf", { id: orderId })}
              value={numbers[orderId] ?? trackingNumber}
              maxLength={40}
              autoComplete="off"
              onChange={({ target }) => move.put({ numbers: { ...numbers, [orderId]: target.value } })}
            />
          ))}
        </>
      )}
      <TextArea
        label={t("move.notes")}
        hint={t("move.notesHint")}
        maxLength={MAX_NOTE}
        {...move.field("notes")}
      />
    </ActionForm>
  )
}

type ResultsProps = {
  results: readonly BulkResult[]
  moved: number
  /** Dispatch these orders, though pieces of theirs have no certificate. */
  onWithoutCertificates?: (orderIds: readonly string[]) => void
  onClose: () => void
}

export function BulkResults({ results, moved, onWithoutCertificates, onClose }: ResultsProps) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  const uncertified = results
    .filter(({ code }) => code === "CERTIFICATES_MISSING")
    .map(({ orderId }) => orderId)
  return (
    <div className="space-y-4 text-sm">
      <Notice tone={moved === results.length ? "success" : "warning"} announce>
        {t("bulk.moved", { moved, count: results.length })}
      </Notice>
      <ul className="divide-y divide-line">
        {results.map(({ orderId, ok, status, message }) => (
          <li key={orderId} className="py-2 sm:flex sm:justify-between sm:gap-x-4">
            <span className="block tabular-nums" translate="no">
              {orderId}
            </span>
            <span className={cx("block sm:text-right", ok ? "text-success" : "text-danger")}>
              {ok && labels.orderStatus(status)}
              {ok && message && " · "}
              {message}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        {onWithoutCertificates && uncertified.length > 0 && (
          <Button variant="secondary" onClick={() => onWithoutCertificates(uncertified)}>
            {t("bulk.withoutCertificates", { count: uncertified.length })}
          </Button>
        )}
        {/* Takes the focus from the form, which is unmounted. */}
        <Button autoFocus onClick={onClose}>
          {t("bulk.close")}
        </Button>
      </div>
    </div>
  )
}
