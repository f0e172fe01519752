import { useState } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { FormDialog, FormFrame } from "@/features/admin/shared/form-dialog"
import { Field, NoteField, SelectField } from "@/features/admin/shared/form-fields"
import { chosen, note, text } from "@/features/admin/shared/form-rules"
import { orderStatuses, useLabels } from "@/features/admin/shared/labels"
import { send } from "@/features/admin/shared/send"
import { SelectionBar } from "@/features/admin/shared/use-selection"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { SlipButtons, usePackingSlips } from "./packing-slips"
import { type AdminOrder, type BulkResult, ordersKey, seenOf, undoOf } from "./queries"
import { MoneyHint, needsNumber } from "./status-dialog"

/** Most orders of one call, as on the server. */
const MOST = 50

type BulkBarProps = { chosen: readonly AdminOrder[]; onClear: () => void }

/** Bulk actions on the selected orders; renders nothing without a selection. */
export function BulkBar({ chosen, onClear }: BulkBarProps) {
  const { t } = useTranslation("adminOrders")
  const [open, setOpen] = useState(false)
  const [refused, setRefused] = useState<Schemas["BulkMoved"] | null>(null)
  const slips = usePackingSlips()
  const unpacked = [...new Set([...ableOf(chosen, "processing"), ...ableOf(chosen, "packaging")])]
  const pack = useAction({
    act: () => {
      const orders = unpacked.map((order) => ({ orderId: order.orderId, seen: seenOf(order) }))
      const body = { status: "packaging" as const, throughProcessing: true, orders }
      return send("post", "/api/admin-orders/bulk-status", { body, once: `pack:${JSON.stringify(body)}` })
    },
    done: ({ moved, results }) => (moved > 0 ? t("bulk.moved", { moved, count: results.length }) : undefined),
    onDone: (answer) => {
      const packed = answer.results.filter(({ ok }) => ok).map(({ orderId }) => orderId)
      if (packed.length > 0) slips.mutate({ kind: "label", orderIds: packed })
      if (packed.length < answer.results.length) setRefused(answer)
    },
    undo: ({ results }) => undoOf(results),
    renews: [ordersKey],
    failed: t("move.failed"),
  })
  return (
    <>
      <SelectionBar label={t("bulk.title")} count={chosen.length} onClear={onClear}>
        {chosen.length > MOST ? (
          <p className="text-sm text-warning">{t("bulk.tooMany", { most: MOST })}</p>
        ) : (
          <>
            {unpacked.length > 0 && (
              <Button
                size="sm"
                className="max-sm:basis-full"
                busy={pack.isPending}
                onClick={() => pack.mutate()}
              >
                {t("bulk.pack")}
              </Button>
            )}
            <Button size="sm" variant="secondary" className="max-sm:px-1.5" onClick={() => setOpen(true)}>
              {t("bulk.move")}
            </Button>
            <SlipButtons slips={slips} orderIds={chosen.map(({ orderId }) => orderId)} />
          </>
        )}
      </SelectionBar>
      <BulkDialog open={open} orders={chosen} onClose={() => setOpen(false)} />
      <FormFrame open={refused !== null} onClose={() => setRefused(null)} title={t("bulk.title")}>
        {refused && <BulkResults {...refused} onClose={() => setRefused(null)} />}
      </FormFrame>
    </>
  )
}

type BulkDialogProps = { open: boolean; orders: readonly AdminOrder[]; onClose: () => void }

const ableOf = (orders: readonly AdminOrder[], status: string) =>
  orders.filter(({ nextStatuses }) => nextStatuses.some((next) => next === status))

function BulkDialog({ open, orders, onClose }: BulkDialogProps) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  const schema = z.object({
    /** The selection when the form was opened: a row that changes meanwhile stays in it. */
    orders: z.custom<readonly AdminOrder[]>(),
    status: chosen(orderStatuses, ""),
    notes: note,
    carrier: text,
    numbers: z.record(z.string(), text),
    /** The orders that are dispatched without certificates; null for all orders, with them. */
    withoutCertificates: z.custom<readonly string[] | null>(),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("bulk.title")}
      schema={schema}
      start={{
        orders,
        status: "",
        notes: "",
        carrier: "",
        numbers: Object.fromEntries(orders.map(({ orderId, trackingNumber }) => [orderId, trackingNumber])),
        withoutCertificates: null,
      }}
      act={({ orders, numbers, carrier, withoutCertificates, ...values }) => {
        const body = {
          ...values,
          withoutCertificates: withoutCertificates !== null,
          orders: orders
            .filter(({ orderId }) => withoutCertificates?.includes(orderId) ?? true)
            .map((order) => ({
              orderId: order.orderId,
              carrier,
              trackingNumber: numbers[order.orderId] ?? "",
              seen: seenOf(order),
            })),
        }
        return send("post", "/api/admin-orders/bulk-status", { body, once: `move:${JSON.stringify(body)}` })
      }}
      result={({ results, moved }, form) => (
        <BulkResults
          results={results}
          moved={moved}
          onWithoutCertificates={(orderIds) => {
            form.put({ withoutCertificates: orderIds })
            void form.submit()
          }}
          onClose={onClose}
        />
      )}
      done={({ moved, results }) =>
        moved > 0 ? t("bulk.moved", { moved, count: results.length }) : undefined
      }
      // Else it is read what each order has to say.
      onDone={({ results }) => results.every(({ ok, message }) => ok && !message) && onClose()}
      undo={({ results }) => undoOf(results)}
      renews={[ordersKey]}
      failed={t("move.failed")}
      submit={({ values: { orders, status } }) =>
        t("bulk.submit", { count: status ? ableOf(orders, status).length : orders.length })
      }
      disabled={({ values }) => !values.status}
      cancelText={t("move.cancel")}
    >
      {({ values: { orders, status } }) => {
        const able = ableOf(orders, status)
        // Statuses allowed for at least one order; the others report why they are skipped.
        const offered = orderStatuses.filter((name) => ableOf(orders, name).length > 0)
        const staying = orders.length - able.length
        return (
          <>
            <SelectField
              path="status"
              label={t("move.to")}
              choose={t("move.choose")}
              options={offered.map((value) => ({ value, label: labels.orderStatus(value) }))}
            />
            <MoneyHint to={status} />
            {status && staying > 0 && <Notice tone="warning">{t("bulk.staying", { count: staying })}</Notice>}
            {needsNumber(status) && (
              <>
                <Field path="carrier" label={t("fields.carrier")} maxLength={40} />
                {able.map(({ orderId }) => (
                  <Field
                    key={orderId}
                    path={`numbers.${orderId}`}
                    label={t("bulk.numberOf", { id: orderId })}
                    maxLength={40}
                  />
                ))}
              </>
            )}
            <NoteField path="notes" label={t("move.notes")} hint={t("move.notesHint")} />
          </>
        )
      }}
    </FormDialog>
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
