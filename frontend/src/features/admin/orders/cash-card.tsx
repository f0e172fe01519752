import { useQuery } from "@tanstack/react-query"
import { type ComponentProps, useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { useLineTitle } from "@/components/option-notes"
import { ActionForm } from "@/features/admin/shared/action-form"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FactList } from "@/features/admin/shared/fact-list"
import { CodeField, NoteField, NumberField } from "@/features/admin/shared/form-fields"
import { bankReference, MAX_REFERENCE, note } from "@/features/admin/shared/form-rules"
import { Fetched } from "@/features/admin/shared/load-problem"
import { Panel } from "@/features/admin/shared/panel"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { type AdminOrder, type Cash, cashKey, cashQuery, orderDetailKey, ordersKey } from "./queries"

const tones: Record<Cash["status"], Tone> = {
  chosen: "warning",
  withdrawn: "neutral",
  confirmed: "info",
  collected: "success",
  refused: "danger",
  cancelled: "neutral",
}

const digitsOf = (text: string) => text.replace(/\D/g, "").slice(0, 4)

/** How the courier collects the order's total: what is due, a refused parcel, refunds by transfer. */
export function CashCard({ order, version }: { order: AdminOrder; version: number }) {
  const { t } = useTranslation("cash")
  const cash = useQuery(cashQuery(order.orderId, version))
  // Most orders are paid online: nothing stands here for them, nor until that is known.
  if (!cash.data && !cash.error) return null
  return (
    <Panel title={t("staff.title")}>
      <Fetched query={cash} loading={null} failed={t("staff.loadFailed")}>
        {(data) => data && <CashSteps order={order} cash={data} />}
      </Fetched>
    </Panel>
  )
}

function CashSteps({ order, cash }: { order: AdminOrder; cash: Cash }) {
  const { t } = useTranslation("cash")
  const mayWrite = useMay("orders:write")
  const mayRefund = useMay("refunds")
  const [opened, setOpened] = useState<"refuse" | "back" | "payTo" | null>(null)
  return (
    <div className="mt-3">
      <Badge tone={tones[cash.status]} dot>
        {t(`staff.statuses.${cash.status}`)}
      </Badge>
      <FactList
        className="mt-3 flex flex-wrap gap-y-2"
        facts={[
          [t("staff.toCollect"), cash.toCollect > 0 ? formatRupees(cash.toCollect) : null],
          [t("staff.fee"), cash.fee > 0 ? formatRupees(cash.fee) : null],
          [t("staff.refused"), cash.refused > 0 ? String(cash.refused) : null],
          [t("staff.payTo"), cash.payTo || null],
        ]}
      />
      {cash.canRefuse && <p className="mt-3 text-ink-soft">{t("staff.deliveredHint")}</p>}
      {mayWrite && opened === null && (cash.canRefuse || cash.canCountBack) && (
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          onClick={() => setOpened(cash.canRefuse ? "refuse" : "back")}
        >
          {t(cash.canRefuse ? "staff.refuse" : "staff.back")}
        </Button>
      )}
      {mayRefund &&
        (opened ?? "payTo") === "payTo" &&
        cash.payTo &&
        cash.refunds.some(({ canSend }) => canSend) && (
          <Button size="sm" variant="secondary" className="mt-3" onClick={() => setOpened("payTo")}>
            {t("staff.removePayTo")}
          </Button>
        )}
      {opened === "refuse" && cash.canRefuse && (
        <RefuseForm orderId={order.orderId} onClose={() => setOpened(null)} />
      )}
      {opened === "back" && cash.canCountBack && <BackForm order={order} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        open={opened === "payTo"}
        onClose={() => setOpened(null)}
        title={t("staff.removePayToTitle")}
        verb={t("staff.removePayTo")}
        act={() =>
          send("delete", "/api/admin/orders/{order_id}/cash-on-delivery/pay-to", {
            path: { order_id: order.orderId },
          })
        }
        done={t("staff.removePayToDone")}
        renews={renews}
        failed={t("staff.failed")}
      >
        <p className="wrap-anywhere text-ink-soft">{t("staff.removePayToText", { payTo: cash.payTo })}</p>
      </ConfirmDialog>
      {cash.refunds.length > 0 && (
        <div className="mt-4 space-y-3">
          <h3 className="font-medium">{t("staff.refunds")}</h3>
          {cash.refunds.map(({ refundId, amount, status, bankReference, canSend }) => (
            <div key={refundId} data-refund={refundId}>
              <p className="tabular-nums">
                <span translate="no">{formatRupees(amount)}</span> · {t(`staff.refundStatuses.${status}`)}
                {bankReference && <span className="text-ink-soft"> · {bankReference}</span>}
              </p>
              {canSend && mayRefund && <TransferForm refundId={refundId} />}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The order and the lists. */
const renews = [cashKey, orderDetailKey, ordersKey]

type StepProps = { orderId: string; onClose: () => void }

function RefuseForm({ orderId, onClose }: StepProps) {
  const { t } = useTranslation("cash")
  const form = useFormAction({
    schema: z.object({ note }),
    start: { note: "" },
    act: (body) =>
      send("post", "/api/admin/orders/{order_id}/cash-on-delivery/refused", {
        path: { order_id: orderId },
        body,
      }),
    done: t("staff.refuseDone"),
    onDone: onClose,
    renews,
  })
  return (
    <StepForm title={t("staff.refuseTitle")} submit={t("staff.refuse")} form={form} onCancel={onClose}>
      <p className="text-ink-soft">{t("staff.refuseText")}</p>
      <NoteField path="note" label={t("staff.note")} />
    </StepForm>
  )
}

function BackForm({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { t, i18n } = useTranslation("cash")
  const lineTitle = useLineTitle()
  const form = useFormAction({
    schema: z.object({ pieces: z.array(z.string().transform((typed) => Number(digitsOf(typed)))) }),
    // By line, as typed; at first all pieces.
    start: { pieces: order.items.map((item) => String(item.sent)) },
    act: ({ pieces }) =>
      send("post", "/api/admin/orders/{order_id}/cash-on-delivery/back", {
        path: { order_id: order.orderId },
        body: { lines: pieces.map((quantity, index) => ({ line: index + 1, quantity })) },
      }),
    done: t("staff.backDone"),
    onDone: onClose,
    renews,
  })
  return (
    <StepForm title={t("staff.backTitle")} submit={t("staff.back")} form={form} onCancel={onClose}>
      {order.items.map(({ product, customization }, index) => (
        <NumberField
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
          key={index}
          path={`pieces.${index}`}
          label={t("staff.backPieces", {
            title: lineTitle(i18n.language === "hi" ? product.titleHi : product.title, customization),
          })}
          maxLength={4}
        />
      ))}
    </StepForm>
  )
}

type StepFormProps = Pick<ComponentProps<typeof ActionForm>, "form" | "submit" | "onCancel" | "children"> & {
  title: string
}

function StepForm({ title, children, ...form }: StepFormProps) {
  const { t } = useTranslation("cash")
  return (
    <ActionForm inline label={title} failed={t("staff.failed")} cancelText={t("staff.keep")} {...form}>
      <p className="font-medium">{title}</p>
      {children}
    </ActionForm>
  )
}

function TransferForm({ refundId }: { refundId: string }) {
  const { t } = useTranslation("cash")
  const form = useFormAction({
    schema: z.object({ bankReference: bankReference(t("staff.referenceHint")) }),
    start: { bankReference: "" },
    act: (body) =>
      send("post", "/api/admin/refunds/{refund_id}/transfer", {
        path: { refund_id: refundId },
        body,
        once: `transfer:${refundId}`,
      }),
    done: t("staff.recorded"),
    renews,
  })
  return (
    <ActionForm
      inline
      className="mt-2 max-w-sm space-y-3"
      form={form}
      failed={t("staff.failed")}
      submit={t("staff.record")}
    >
      <CodeField
        path="bankReference"
        label={t("staff.reference")}
        hint={t("staff.referenceHint")}
        maxLength={MAX_REFERENCE}
      />
    </ActionForm>
  )
}
