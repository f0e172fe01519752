import { type FormEvent, useState } from "react"
import { Checkbox } from "@/components/checkbox"
import { TextArea } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { NativeSelect } from "@/components/native-select"
import { useLineTitle } from "@/components/option-notes"
import { type NewPhoto, PhotoPicker } from "@/components/photo-picker"
import { QuantityStepper } from "@/components/quantity-stepper"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { api, type Schemas, unwrap } from "@/lib/api"
import { formatDate } from "@/lib/time"
import type { Order } from "./queries"
import {
  type FormOfRequest,
  RequestDialog,
  type RequestOptions,
  type RequestProps,
  SendState,
  useSendRequest,
} from "./request-dialog"

type ReturnKind = Schemas["ReturnKind"]
type ReturnReason = Schemas["ReturnReason"]

const REASONS: readonly ReturnReason[] = [
  "defective",
  "damaged",
  "wrong_item",
  "not_as_described",
  "incomplete",
]
const MAX_TEXT = 1000

type ReturnDialogProps = RequestProps & { canReturn: NonNullable<Order["canReturn"]> }

/** Return request: items, refund or replacement, reason and photos. */
export function ReturnDialog({ open, onOpenChange, ...about }: ReturnDialogProps) {
  const { t, i18n } = useTranslation("orders")
  return (
    <RequestDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("return.title")}
      description={t("return.until", { day: formatDate(about.canReturn.until, i18n.language) })}
      submit={t("return.send")}
    >
      {(form) => <ReturnForm {...form} {...about} />}
    </RequestDialog>
  )
}

/** Each of the items is "line:pieces". */
type ReturnFields = { kind: ReturnKind; reason: ReturnReason; text: string; items: string[] }

type ReturnFormProps = Omit<ReturnDialogProps, "open" | "onOpenChange"> & FormOfRequest

function ReturnForm({ id, order, canReturn, secret, onSending, onDone }: ReturnFormProps) {
  const { t } = useTranslation("orders")
  const lineTitle = useLineTitle()
  const onlyCustom = canReturn.items.every(({ custom }) => custom)
  const [kind, setKind] = useState<ReturnKind>(onlyCustom ? "replacement" : "return")
  const [reason, setReason] = useState<ReturnReason | "">("")
  const [text, setText] = useState("")
  const only = canReturn.items.length === 1 ? canReturn.items[0] : undefined
  const [pieces, setPieces] = useState<Record<number, number>>(only ? { [only.line]: only.quantity } : {})
  const [photos, setPhotos] = useState<readonly NewPhoto[]>([])
  const [tried, setTried] = useState(false)

  // A piece made to choice is never taken back: a defective or incorrect one is replaced.
  const mayGo = ({ custom }: { custom: boolean }) => kind === "replacement" || !custom
  const chosen = canReturn.items.filter((item) => mayGo(item) && (pieces[item.line] ?? 0) > 0)
  const send = useSendRequest({
    order,
    secret,
    onSending,
    onDone,
    photos,
    intent: `ask-return:${order.orderId}`,
    post: (options: RequestOptions<ReturnFields>) =>
      unwrap(api.POST("/api/orders/{order_id}/returns", options)),
    hasArrived: (now) => now.returns.length > order.returns.length,
    done: t("return.done"),
  })
  const { problems } = send

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (chosen.length === 0 || !reason) focusFirstError(event.currentTarget)
    else if (!send.isPending) {
      const items = chosen.map(({ line }) => `${line}:${pieces[line]}`)
      send.mutate({ kind, reason, text: text.trim(), items })
    }
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
      <fieldset disabled={send.isPending} data-invalid={(tried && chosen.length === 0) || undefined}>
        <legend className="font-medium text-sm">{t("return.which")}</legend>
        <ul className="mt-1 divide-y divide-line">
          {canReturn.items.map((item) => {
            const { line, quantity, custom } = item
            const ordered = order.items.find((one) => one.line === line)
            const title = ordered ? lineTitle(ordered.title, ordered.customization) : ""
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
                    <span className="wrap-anywhere">{title}</span>
                    {custom && <span className="block text-ink-soft text-sm">{t("return.custom")}</span>}
                  </Checkbox>
                </div>
                {count > 0 && quantity > 1 && (
                  <QuantityStepper
                    hideLabel
                    label={t("request.howMany", { title })}
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
      <PhotoPicker added={photos} onAdded={setPhotos} problems={problems} disabled={send.isPending} />
      <SendState send={send} failed={t("return.failed")} />
    </form>
  )
}
