import { Badge } from "@/components/badge"
import { Checkbox } from "@/components/checkbox"
import { useLineTitle } from "@/components/option-notes"
import { PhotoStrip } from "@/components/photo-strip"
import { ActionForm, StepButtons } from "@/features/admin/shared/action-form"
import { Check, NoteField } from "@/features/admin/shared/form-fields"
import { chosen, note } from "@/features/admin/shared/form-rules"
import { useCodeText } from "@/features/admin/shared/labels"
import { Panel } from "@/features/admin/shared/panel"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { formatStaffDateTime } from "@/lib/staff-time"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import {
  type AdminOrder,
  type CertifiedLine,
  orderDetailKey,
  ordersKey,
  type ReturnRequest,
  type ReturnStatus,
} from "./queries"

/** Allowed status changes of a return request, as on the server. */
const steps: Record<string, readonly ReturnStatus[]> = {
  requested: ["approved", "rejected"],
  approved: ["pickup", "received"],
  pickup: ["received"],
  received: ["replaced"],
}
const stepsOf = ({ status, kind }: ReturnRequest) =>
  (steps[status] ?? []).filter((step) => step !== "replaced" || kind === "replacement")

type ReturnDecisionsProps = {
  order: AdminOrder
  requests: readonly ReturnRequest[]
  certified: readonly CertifiedLine[]
}

/** Return requests of the order, and the decisions about them. */
export function ReturnDecisions({ order, requests, certified }: ReturnDecisionsProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const text = useCodeText("adminOrders")
  const lineTitle = useLineTitle()
  const mayDecide = useMay("orders:write")
  if (requests.length === 0) return null
  const titleOf = (line: number) => {
    const item = order.items[line - 1]
    if (!item) return ""
    return lineTitle(i18n.language === "hi" ? item.product.titleHi : item.product.title, item.customization)
  }
  return (
    <Panel title={t("returns.title")}>
      <ul className="mt-3 space-y-4">
        {requests.map((request) => {
          const next = stepsOf(request)
          return (
            <li key={request.returnId} className="rounded-md border border-line p-4">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={next.length > 0 ? "warning" : "neutral"} dot>
                  {text(`returns.statuses.${request.status}`, request.status)}
                </Badge>
                <span className="font-medium">{text(`returns.kinds.${request.kind}`, request.kind)}</span>
                <span className="text-ink-soft text-xs tabular-nums">
                  {request.returnId} · {formatStaffDateTime(request.requestedAt, i18n.language)}
                </span>
              </p>
              <ul className="mt-2">
                {request.items.map(({ line, quantity }) => (
                  <li key={line}>
                    {quantity} × {titleOf(line)}
                  </li>
                ))}
              </ul>
              <p className="mt-1 text-ink-soft">
                {text(`returns.reasons.${request.reason}`, request.reason)}
              </p>
              {request.text && <p className="mt-1 whitespace-pre-line">{request.text}</p>}
              <div className="mt-3 empty:hidden">
                <PhotoStrip
                  photos={request.photos}
                  size="sm"
                  title={t("returns.photos")}
                  nameOf={(number) => t("returns.photo", { number })}
                />
              </div>
              {mayDecide && next.length > 0 && (
                <Decision
                  key={request.status}
                  request={request}
                  next={next}
                  choices={certificatesToName(order, request, certified)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

type DecisionProps = {
  request: ReturnRequest
  next: readonly ReturnStatus[]
  /** Certificates of which staff say whether they came back. */
  choices: readonly string[]
}

/** The steps of a request, with a note to the customer and what came back. */
function Decision({ request, next, choices }: DecisionProps) {
  const { t } = useTranslation("adminOrders")
  const text = useCodeText("adminOrders")
  const mayRefund = useMay("refunds")
  const schema = z
    .object({
      step: chosen(next, ""),
      note,
      isSellable: z.boolean(),
      certificates: z.array(z.string()),
      unpaidReason: note,
    })
    .refine(({ step, note }) => step !== "rejected" || note !== "", {
      path: ["note"],
      message: t("returns.noteMissing"),
    })
  const form = useFormAction({
    schema,
    // Only items sent by mistake are restocked by default.
    start: {
      step: "",
      note: "",
      isSellable: request.reason === "wrong_item",
      certificates: [],
      unpaidReason: "",
    },
    act: ({ step, isSellable, certificates, ...body }) => {
      const restocked = step === "received" && isSellable
      return send("post", "/api/admin/returns/{return_id}/status", {
        path: { return_id: request.returnId },
        body: {
          ...body,
          status: step,
          restock: restocked ? request.items.map(({ line, quantity }) => `${line}:${quantity}`) : [],
          certificates: restocked ? certificates : [],
        },
        once: `return:${request.returnId}:${step}`,
      })
    },
    done: t("returns.done"),
    renews: [orderDetailKey, ordersKey],
  })
  const { isSellable, certificates, unpaidReason } = form.values
  const mayReceive = next.includes("received")
  const unpaid = form.error instanceof ApiError && form.error.code === "GOODS_NOT_PAID"
  return (
    <ActionForm
      inline
      form={form}
      failed={t("returns.failed")}
      buttons={
        <StepButtons
          form={form}
          steps={next.map((name) => ({
            name,
            label: text(`returns.verbs.${name}`, name),
            isSecondary: name === "rejected",
          }))}
        />
      }
    >
      <NoteField path="note" label={t("returns.note")} hint={t("move.notesHint")} />
      {mayReceive && <Check path="isSellable">{t("returns.sellable")}</Check>}
      {mayReceive && isSellable && choices.length > 0 && (
        <fieldset>
          <legend className="text-ink-soft">{t("returns.certificates")}</legend>
          {choices.map((number) => (
            <Checkbox
              key={number}
              checked={certificates.includes(number)}
              onChange={(checked) => {
                const others = certificates.filter((other) => other !== number)
                form.put({ certificates: checked ? [...others, number] : others })
              }}
            >
              {number}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {mayReceive && request.kind === "return" && (
        <p className="text-ink-soft text-sm">{t(mayRefund ? "move.refundGoes" : "move.refundWaits")}</p>
      )}
      {(unpaid || unpaidReason) && (
        <NoteField
          path="unpaidReason"
          label={t("move.unpaidReason")}
          hint={t("move.unpaidReasonHint")}
          required
        />
      )}
    </ActionForm>
  )
}

/** The numbers of lines of which only some pieces come back: staff see which ones. All pieces bring all of them. */
const certificatesToName = (
  order: AdminOrder,
  { items }: ReturnRequest,
  certified: readonly CertifiedLine[],
) =>
  items
    .filter(({ line, quantity }) => quantity < (order.items[line - 1]?.sent ?? 0))
    .flatMap(({ line }) => certified.find((row) => row.line === line)?.pieces ?? [])
    .map(({ certificate }) => certificate)
    .filter(Boolean)
