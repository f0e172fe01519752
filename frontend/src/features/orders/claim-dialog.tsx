import { type FormEvent, useState } from "react"
import { useSentCode } from "@/components/code-entry"
import { CODE_DIGITS, CodeField } from "@/components/code-field"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { OptionNotes } from "@/components/option-notes"
import { type NewPhoto, PhotoPicker } from "@/components/photo-picker"
import { QuantityStepper } from "@/components/quantity-stepper"
import { RadioList } from "@/components/radio-list"
import { Resend } from "@/components/resend"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { sendPayoutCode } from "./payout-code"
import type { Order } from "./queries"
import {
  type FormOfRequest,
  RequestDialog,
  type RequestOptions,
  type RequestProps,
  SendState,
  useSendRequest,
} from "./request-dialog"
import { isUpiId } from "./upi-id"

const MAX_TEXT = 1000
const MAX_PAY_TO = 129

type ClaimDialogProps = RequestProps & { canClaim: NonNullable<Order["canClaim"]> }

/** Claim under the money-back promise: the item, the laboratory's report, and the account for the money. */
export function ClaimDialog({ open, onOpenChange, ...about }: ClaimDialogProps) {
  const { t } = useTranslation("orders")
  const { factor } = about.canClaim
  const [isCodeSent, setCodeSent] = useState(false)
  return (
    <RequestDialog
      open={open}
      onOpenChange={(now) => {
        setCodeSent(false)
        onOpenChange(now)
      }}
      title={t("claim.title", { factor })}
      description={t("claim.lead", { factor })}
      submit={t(isCodeSent ? "claim.send" : "claim.continue")}
    >
      {(form) => <ClaimForm {...form} {...about} onCodeSent={() => setCodeSent(true)} />}
    </RequestDialog>
  )
}

/** `item` is "line:pieces", `payTo` a UPI ID, and `code` was mailed for that. */
type ClaimFields = { item: string; text: string; payTo: string; code: string }

type ClaimFormProps = Omit<ClaimDialogProps, "open" | "onOpenChange"> &
  FormOfRequest & { onCodeSent: () => void }

function ClaimForm({ id, order, canClaim, secret, onSending, onDone, onCodeSent }: ClaimFormProps) {
  const { t } = useTranslation("orders")
  const only = canClaim.items.length === 1 ? canClaim.items[0] : undefined
  const [line, setLine] = useState(only ? String(only.line) : "")
  const [pieces, setPieces] = useState(1)
  const [text, setText] = useState("")
  const [payTo, setPayTo] = useState("")
  const [photos, setPhotos] = useState<readonly NewPhoto[]>([])
  const [code, setCode] = useState("")
  const [tried, setTried] = useState(false)
  const asked = useSentCode(() =>
    sendPayoutCode(order.orderId, secret).then((sent) => {
      onCodeSent()
      return sent
    }),
  )

  const chosen = canClaim.items.find((item) => String(item.line) === line)
  const quantity = Math.min(pieces, chosen?.quantity ?? 1)
  const ordered = (line: number) => order.items.find((item) => item.line === line)
  const send = useSendRequest({
    order,
    secret,
    onSending,
    onDone,
    photos,
    intent: `open-claim:${order.orderId}`,
    post: (options: RequestOptions<ClaimFields>) =>
      unwrap(api.POST("/api/orders/{order_id}/claims", options)),
    hasArrived: (now) => now.claims.length > order.claims.length,
    done: t("claim.done"),
  })
  const wrong = {
    item: !chosen,
    text: !text.trim(),
    photos: photos.length === 0,
    payTo: !isUpiId(payTo.trim()),
    code: asked.sentAt !== null && code.length !== CODE_DIGITS,
  }
  const problemOf = (field: keyof typeof wrong) =>
    tried && wrong[field] ? t(`claim.errors.${field}`) : send.problems[field]
  const problemOfPhotos = problemOf("photos")

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!chosen || Object.values(wrong).includes(true)) focusFirstError(event.currentTarget)
    else if (asked.sentAt === null) {
      if (!asked.send.isPending) asked.send.mutate()
      setTried(false)
    } else if (!send.isPending) {
      const item = `${chosen.line}:${quantity}`
      send.mutate({ item, text: text.trim(), payTo: payTo.trim(), code })
    }
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-6">
      <div>
        <RadioList
          label={t("claim.which")}
          value={line}
          onChange={setLine}
          error={problemOf("item")}
          options={canClaim.items.map((item) => ({
            value: String(item.line),
            label: <Piece item={ordered(item.line)} />,
            disabled: send.isPending,
          }))}
        />
        {chosen && chosen.quantity > 1 && (
          <div className="mt-2">
            <QuantityStepper
              label={t("request.howMany", { title: ordered(chosen.line)?.title ?? "" })}
              value={quantity}
              max={chosen.quantity}
              disabled={send.isPending}
              onChange={setPieces}
            />
          </div>
        )}
      </div>
      <TextArea
        label={t("claim.text")}
        hint={t("claim.textHint")}
        value={text}
        maxLength={MAX_TEXT}
        disabled={send.isPending}
        onChange={(event) => setText(event.target.value)}
        error={problemOf("text")}
      />
      <PhotoPicker
        added={photos}
        onAdded={setPhotos}
        problems={problemOfPhotos ? { ...send.problems, photos: problemOfPhotos } : send.problems}
        disabled={send.isPending}
        title={t("claim.photos")}
        hint={t("claim.photosHint")}
      />
      <TextField
        label={t("claim.payTo")}
        hint={t("claim.payToHint")}
        value={payTo}
        maxLength={MAX_PAY_TO}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={send.isPending}
        onChange={(event) => setPayTo(event.target.value)}
        error={problemOf("payTo")}
      />
      <p className="text-ink-soft text-sm">
        {t("claim.terms")} {/* The form's input is kept. */}
        <a
          href="/terms"
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-4"
        >
          {t("claim.termsLink")}
        </a>
      </p>
      {asked.sentAt !== null && (
        <div className="max-w-sm space-y-3">
          <p className="wrap-anywhere text-sm">{t("claim.code", { email: order.shippingAddress.email })}</p>
          <CodeField
            autoFocus
            label={t("code.label")}
            hint={t("code.hint")}
            value={code}
            onValue={setCode}
            error={problemOf("code")}
          />
          <Resend
            sentAt={asked.sentAt}
            busy={asked.send.isPending}
            onClick={() => asked.send.mutate()}
            again={t("code.again")}
            waitText={(seconds) => t("code.againIn", { seconds })}
            readyText={t("code.againNow")}
          />
        </div>
      )}
      <ErrorNotice error={asked.send.error} fallback={t("code.sendFailed")} />
      <SendState send={send} failed={t("claim.failed")} />
    </form>
  )
}

/** One of the order's items, told from others of the same name by what was chosen about it. */
function Piece({ item }: { item: Order["items"][number] | undefined }) {
  if (!item) return null
  return (
    <>
      <span className="block wrap-anywhere">{item.title}</span>
      <span className="block text-ink-soft text-sm">
        <OptionNotes customization={item.customization} />
      </span>
    </>
  )
}
