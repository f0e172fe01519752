import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { type NewPhoto, PhotoPicker } from "@/components/photo-picker"
import { QuantityStepper } from "@/components/quantity-stepper"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { closeIntent } from "@/lib/intent"
import type { Secret } from "@/lib/order-access"
import { formatDateOf } from "@/lib/time"
import { toast } from "@/lib/toast"
import { type Order, orderQuery, type WholeOrder } from "./queries"
import { intentOfReturn, type ReturnKind, type ReturnReason, sendReturn } from "./send-return"

const REASONS: readonly ReturnReason[] = [
  "defective",
  "damaged",
  "wrong_item",
  "not_as_described",
  "incomplete",
]
const MAX_TEXT = 1000

type ReturnDialogProps = {
  order: WholeOrder
  canReturn: NonNullable<Order["canReturn"]>
  secret: Secret | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Ask to send goods back: which, why, and how they came. */
export function ReturnDialog({ order, canReturn, secret, open, onOpenChange }: ReturnDialogProps) {
  const { t, i18n } = useTranslation("orders")
  const form = useId()
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !sending && onOpenChange(now)}
      title={t("return.title")}
      description={t("return.until", { day: formatDateOf(canReturn.until, i18n.language) })}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={sending} onClick={() => onOpenChange(false)}>
            {t("return.cancel")}
          </Button>
          <Button type="submit" form={form} busy={sending}>
            {t("return.send")}
          </Button>
        </div>
      }
    >
      <ReturnForm
        id={form}
        order={order}
        canReturn={canReturn}
        secret={secret}
        onSending={setSending}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type ReturnFormProps = Omit<ReturnDialogProps, "open" | "onOpenChange"> & {
  id: string
  onSending: (sending: boolean) => void
  onDone: () => void
}

function ReturnForm({ id, order, canReturn, secret, onSending, onDone }: ReturnFormProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const client = useQueryClient()
  const onlyCustom = canReturn.items.every(({ custom }) => custom)
  const [kind, setKind] = useState<ReturnKind>(onlyCustom ? "replacement" : "return")
  const [reason, setReason] = useState<ReturnReason | "">("")
  const [text, setText] = useState("")
  const only = canReturn.items.length === 1 ? canReturn.items[0] : undefined
  const [pieces, setPieces] = useState<Record<number, number>>(only ? { [only.line]: only.quantity } : {})
  const [photos, setPhotos] = useState<readonly NewPhoto[]>([])
  const [part, setPart] = useState(0)
  const [tried, setTried] = useState(false)

  // A piece made to choice is never taken back: a defective or incorrect one is replaced.
  const mayGo = ({ custom }: { custom: boolean }) => kind === "replacement" || !custom
  const chosen = canReturn.items.filter((item) => mayGo(item) && (pieces[item.line] ?? 0) > 0)
  const query = orderQuery(order.orderId, secret)
  const send = useMutation({
    retry: false,
    onMutate: () => onSending(true),
    mutationFn: (why: ReturnReason) =>
      sendReturn({
        orderId: order.orderId,
        secret,
        kind,
        reason: why,
        text: text.trim(),
        items: chosen.map(({ line }) => `${line}:${pieces[line]}`),
        photos: photos.map(({ file }) => file),
        onProgress: setPart,
      }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status > 0) throw error
        // The answer was lost, perhaps not the request: the order itself says what became of it.
        const now = await client.fetchQuery({ ...query, staleTime: 0, retry: false }).catch(() => null)
        if (now === null || now.returns.length <= order.returns.length) throw error
        closeIntent(intentOfReturn(order.orderId))
        return { order: now }
      }),
    onSuccess: (data) => {
      client.setQueryData(query.queryKey, data.order)
      toast.success(t("return.done"))
      onDone()
    },
    onSettled: () => {
      onSending(false)
      setPart(0)
    },
  })
  const problems = send.error instanceof ApiError ? send.error.errors : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (chosen.length > 0 && reason && !send.isPending) send.mutate(reason)
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-6">
      <RadioList
        label={t("return.wish")}
        value={kind}
        onChange={setKind}
        options={[
          { value: "return", label: t("return.wishes.return"), disabled: onlyCustom },
          { value: "replacement", label: t("return.wishes.replacement") },
        ]}
      />
      <fieldset disabled={send.isPending}>
        <legend className="font-medium text-sm">{t("return.which")}</legend>
        <ul className="mt-1 divide-y divide-line">
          {canReturn.items.map((item) => {
            const { line, quantity, custom } = item
            const title = order.items.find((one) => one.line === line)?.title ?? ""
            const allowed = mayGo(item)
            const count = allowed ? (pieces[line] ?? 0) : 0
            return (
              <li key={line} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
                <div className="min-w-40 flex-1">
                  <Checkbox
                    checked={count > 0}
                    disabled={!allowed}
                    onChange={(checked) => setPieces({ ...pieces, [line]: checked ? quantity : 0 })}
                  >
                    <span className="break-words">{title}</span>
                    {custom && <span className="block text-ink-soft text-sm">{t("return.custom")}</span>}
                  </Checkbox>
                </div>
                {count > 0 && quantity > 1 && (
                  <QuantityStepper
                    hideLabel
                    label={t("return.howMany", { title })}
                    value={count}
                    max={quantity}
                    onChange={(next) => setPieces({ ...pieces, [line]: next })}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {tried && chosen.length === 0 && (
          <p role="alert" className="mt-1.5 text-danger text-sm">
            {t("return.errors.items")}
          </p>
        )}
      </fieldset>
      <NativeSelect
        label={t("return.reason")}
        value={reason}
        disabled={send.isPending}
        onChange={(event) => setReason(REASONS.find((one) => one === event.target.value) ?? "")}
        error={tried && !reason ? t("return.errors.reason") : problems.reason}
        options={[
          { value: "", label: t("return.choose") },
          ...REASONS.map((value) => ({ value, label: t(`return.reasons.${value}`) })),
        ]}
      />
      <TextArea
        label={t("return.text")}
        hint={t("return.textHint")}
        value={text}
        maxLength={MAX_TEXT}
        disabled={send.isPending}
        onChange={(event) => setText(event.target.value)}
        error={problems.text}
      />
      <PhotoPicker
        kept={[]}
        added={photos}
        onKept={() => {}}
        onAdded={setPhotos}
        problems={problems}
        disabled={send.isPending}
      />
      {send.isPending && photos.length > 0 && (
        <progress aria-label={t("return.sending")} max={1} value={part} className="bar block h-1.5 w-full" />
      )}
      {send.error && (
        <Notice tone="danger" announce>
          {errorText(send.error, t("return.failed"))}
        </Notice>
      )}
    </form>
  )
}
