import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { ErrorState } from "@/components/error-state"
import { TextArea, TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { useLineTitle } from "@/components/option-notes"
import { isBankReference, MAX_REFERENCE } from "@/features/admin/shared/bank-reference"
import { FactList } from "@/features/admin/shared/fact-list"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { toast } from "@/lib/toast"
import { useMay } from "@/stores/session"
import {
  type Cash,
  type CashRefund,
  cashQuery,
  countBack,
  recordTransfer,
  refuseParcel,
  removePayTo,
} from "./cash-queries"
import { Part } from "./order-parts"
import { type AdminOrder, orderDetailKey, ordersKey } from "./order-queries"

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
  if (cash.error && !cash.data) {
    return (
      <Part title={t("staff.title")}>
        <ErrorState compact fallback={t("staff.loadFailed")} {...retryOf(cash)} />
      </Part>
    )
  }
  if (!cash.data) return null
  return (
    <Part title={t("staff.title")}>
      <CashSteps order={order} cash={cash.data} />
    </Part>
  )
}

function CashSteps({ order, cash }: { order: AdminOrder; cash: Cash }) {
  const { t } = useTranslation("cash")
  const mayWrite = useMay("orders:write")
  const mayRefund = useMay("refunds")
  const [opened, setOpened] = useState<"refuse" | "back" | "payTo" | null>(null)
  return (
    <div className="rounded-md border border-line p-4">
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
      {mayRefund && opened === null && cash.payTo && cash.refunds.some(({ canSend }) => canSend) && (
        <Button size="sm" variant="secondary" className="mt-3" onClick={() => setOpened("payTo")}>
          {t("staff.removePayTo")}
        </Button>
      )}
      {opened === "payTo" && cash.payTo && (
        <RemovePayToForm orderId={order.orderId} payTo={cash.payTo} onClose={() => setOpened(null)} />
      )}
      {opened === "refuse" && cash.canRefuse && (
        <RefuseForm orderId={order.orderId} onClose={() => setOpened(null)} />
      )}
      {opened === "back" && cash.canCountBack && <BackForm order={order} onClose={() => setOpened(null)} />}
      {cash.refunds.length > 0 && (
        <div className="mt-4 space-y-3">
          <h4 className="font-medium">{t("staff.refunds")}</h4>
          {cash.refunds.map((refund) => (
            <Refund key={refund.refundId} refund={refund} />
          ))}
        </div>
      )}
    </div>
  )
}

/** A step of the card; afterwards the order and the lists are refetched. */
function useStep<T>(step: (given: T) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: () => toast.success(done),
    onSettled: () =>
      Promise.all(
        [["staff", "cash"], orderDetailKey, ordersKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

type StepFormProps = {
  title: string
  submit: string
  sending: { isPending: boolean; error: Error | null }
  onSubmit: (form: HTMLFormElement) => void
  onClose: () => void
  children: ReactNode
}

function StepForm({ title, submit, sending, onSubmit, onClose, children }: StepFormProps) {
  const { t } = useTranslation("cash")
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!sending.isPending) onSubmit(event.currentTarget)
  }
  return (
    <form noValidate className="mt-4 space-y-3" onSubmit={send} aria-label={title}>
      <p className="font-medium">{title}</p>
      {children}
      <ErrorNotice error={sending.error} fallback={t("staff.failed")} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={sending.isPending}>
          {submit}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t("staff.keep")}
        </Button>
      </div>
    </form>
  )
}

function RefuseForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation("cash")
  const [note, setNote] = useState("")
  const refuse = useStep((text: string) => refuseParcel(orderId, text), t("staff.refuseDone"))
  return (
    <StepForm
      title={t("staff.refuseTitle")}
      submit={t("staff.refuse")}
      sending={refuse}
      onSubmit={() => refuse.mutate(note.trim())}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("staff.refuseText")}</p>
      <TextArea
        label={t("staff.note")}
        maxLength={MAX_NOTE}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </StepForm>
  )
}

function RemovePayToForm({
  orderId,
  payTo,
  onClose,
}: {
  orderId: string
  payTo: string
  onClose: () => void
}) {
  const { t } = useTranslation("cash")
  const remove = useStep(() => removePayTo(orderId).then(onClose), t("staff.removePayToDone"))
  return (
    <StepForm
      title={t("staff.removePayToTitle")}
      submit={t("staff.removePayTo")}
      sending={remove}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-ink-soft">{t("staff.removePayToText", { payTo })}</p>
    </StepForm>
  )
}

function BackForm({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { t, i18n } = useTranslation("cash")
  const lineTitle = useLineTitle()
  // By line, as typed; at first all pieces.
  const [pieces, setPieces] = useState(() => order.items.map((item) => String(item.sent)))
  const back = useStep(
    (counted: string[]) =>
      countBack(
        order.orderId,
        counted.map((quantity, index) => ({ line: index + 1, quantity: Number(quantity) || 0 })),
      ),
    t("staff.backDone"),
  )
  return (
    <StepForm
      title={t("staff.backTitle")}
      submit={t("staff.back")}
      sending={back}
      onSubmit={() => back.mutate(pieces)}
      onClose={onClose}
    >
      {order.items.map((item, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
          key={index}
          label={t("staff.backPieces", {
            title: lineTitle(
              i18n.language === "hi" ? item.product.titleHi : item.product.title,
              item.customization,
            ),
          })}
          inputMode="numeric"
          value={pieces[index] ?? ""}
          onChange={({ target }) =>
            setPieces(pieces.map((typed, at) => (at === index ? digitsOf(target.value) : typed)))
          }
        />
      ))}
    </StepForm>
  )
}

function Refund({ refund }: { refund: CashRefund }) {
  const { t } = useTranslation("cash")
  const maySend = useMay("refunds")
  return (
    <div data-refund={refund.refundId}>
      <p className="tabular-nums">
        <span translate="no">{formatRupees(refund.amount)}</span> ·{" "}
        {t(`staff.refundStatuses.${refund.status}`)}
        {refund.bankReference && <span className="text-ink-soft"> · {refund.bankReference}</span>}
      </p>
      {refund.canSend && maySend && <TransferForm refundId={refund.refundId} />}
    </div>
  )
}

function TransferForm({ refundId }: { refundId: string }) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const [reference, setReference] = useState("")
  const [tried, setTried] = useState(false)
  const record = useStep((text: string) => recordTransfer(refundId, text), t("staff.recorded"))
  const wrong = !isBankReference(reference.trim())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (wrong) focusFirstError(event.currentTarget)
    else if (!record.isPending) record.mutate(reference.trim())
  }
  return (
    <form noValidate className="mt-2 max-w-sm space-y-3" onSubmit={submit}>
      <TextField
        label={t("staff.reference")}
        hint={t("staff.referenceHint")}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_REFERENCE}
        value={reference}
        error={
          tried && wrong
            ? t("staff.referenceHint")
            : record.error
              ? errorText(record.error, t("staff.failed"))
              : undefined
        }
        onChange={({ target }) => setReference(target.value)}
      />
      <Button type="submit" size="sm" busy={record.isPending}>
        {t("staff.record")}
      </Button>
    </form>
  )
}
