import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea } from "@/components/field"
import { useLineTitle } from "@/components/option-notes"
import { PhotoStrip } from "@/components/photo-strip"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { MAX_NOTE } from "@/lib/limits"
import { formatStaffDateTime } from "@/lib/staff-time"
import { useAction } from "@/lib/use-action"
import { useMay } from "@/stores/session"
import {
  type AdminOrder,
  type CertifiedLine,
  orderDetailQuery,
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

type Props = { order: AdminOrder; requests: readonly ReturnRequest[]; certified: readonly CertifiedLine[] }

export function ReturnDecisions({ order, requests, certified }: Props) {
  const { t } = useTranslation("adminOrders")
  if (requests.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 font-medium font-text text-ink-soft text-sm">{t("returns.title")}</h3>
      <ul className="space-y-4">
        {requests.map((request) => (
          <li key={request.returnId} className="rounded-md border border-line p-4">
            <Request key={request.status} order={order} request={request} certified={certified} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RequestProps = Omit<Props, "requests"> & { request: ReturnRequest }

function Request({ order, request, certified }: RequestProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const lineTitle = useLineTitle()
  const mayDecide = useMay("orders:write")
  const mayRefund = useMay("refunds")
  const [note, setNote] = useState("")
  const [unpaidReason, setUnpaidReason] = useState("")
  const [noteMissing, setNoteMissing] = useState(false)
  // Only items sent by mistake are restocked by default.
  const [sellable, setSellable] = useState(request.reason === "wrong_item")
  const [certificates, setCertificates] = useState<readonly string[]>([])
  const choices = certificatesToName(order, request, certified)
  const decide = useAction({
    act: (status: ReturnStatus) =>
      send("post", "/api/admin/returns/{return_id}/status", {
        path: { return_id: request.returnId },
        body: {
          status,
          note: note.trim(),
          restock:
            status === "received" && sellable
              ? request.items.map(({ line, quantity }) => `${line}:${quantity}`)
              : [],
          certificates: status === "received" && sellable ? [...certificates] : [],
          unpaidReason: unpaidReason.trim(),
        },
        once: `return:${request.returnId}:${status}`,
      }),
    done: t("returns.done"),
    renews: [orderDetailQuery(order.orderId).queryKey, ordersKey],
  })
  function press(status: ReturnStatus) {
    setNoteMissing(status === "rejected" && !note.trim())
    if (status !== "rejected" || note.trim()) decide.mutate(status)
  }
  const titleOf = (line: number) => {
    const item = order.items[line - 1]
    if (!item) return ""
    return lineTitle(i18n.language === "hi" ? item.product.titleHi : item.product.title, item.customization)
  }
  const next = stepsOf(request)
  const unpaid = decide.error instanceof ApiError && decide.error.code === "GOODS_NOT_PAID"
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={next.length > 0 ? "warning" : "neutral"} dot>
          {t(`returns.statuses.${statusKey(request.status)}`)}
        </Badge>
        <span className="font-medium">{t(`returns.kinds.${kindKey(request.kind)}`)}</span>
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
      <p className="mt-1 text-ink-soft">{t(`returns.reasons.${reasonKey(request.reason)}`)}</p>
      {request.text && <p className="mt-1 whitespace-pre-line">{request.text}</p>}
      {request.photos.length > 0 && (
        <div className="mt-3">
          <PhotoStrip
            photos={request.photos}
            size="sm"
            title={t("returns.photos")}
            nameOf={(number) => t("returns.photo", { number })}
          />
        </div>
      )}
      {mayDecide && next.length > 0 && (
        <div className="mt-4 space-y-3">
          <TextArea
            label={t("returns.note")}
            hint={t("move.notesHint")}
            error={noteMissing ? t("returns.noteMissing") : undefined}
            maxLength={MAX_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          {next.some((step) => step === "received") && (
            <Checkbox checked={sellable} onChange={setSellable}>
              {t("returns.sellable")}
            </Checkbox>
          )}
          {sellable && choices.length > 0 && next.some((step) => step === "received") && (
            <fieldset>
              <legend className="text-ink-soft">{t("returns.certificates")}</legend>
              {choices.map((number) => (
                <Checkbox
                  key={number}
                  checked={certificates.includes(number)}
                  onChange={(checked) =>
                    setCertificates(
                      checked ? [...certificates, number] : certificates.filter((other) => other !== number),
                    )
                  }
                >
                  {number}
                </Checkbox>
              ))}
            </fieldset>
          )}
          {request.kind === "return" && next.some((step) => step === "received") && (
            <p className="text-ink-soft text-sm">{t(mayRefund ? "move.refundGoes" : "move.refundWaits")}</p>
          )}
          {(unpaid || unpaidReason) && (
            <TextArea
              label={t("move.unpaidReason")}
              hint={t("move.unpaidReasonHint")}
              maxLength={MAX_NOTE}
              value={unpaidReason}
              required
              onChange={({ target }) => setUnpaidReason(target.value)}
            />
          )}
          <ErrorNotice error={decide.error} fallback={t("returns.failed")} />
          <div className="flex flex-wrap gap-3">
            {next.map((step) => (
              <Button
                key={step}
                size="sm"
                variant={step === "rejected" ? "secondary" : "primary"}
                busy={decide.isPending && decide.variables === step}
                disabled={decide.isPending}
                onClick={() => press(step)}
              >
                {t(`returns.verbs.${verbKey(step)}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
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

const statuses = ["requested", "approved", "rejected", "pickup", "received", "replaced", "withdrawn"] as const
const reasons = ["defective", "damaged", "wrong_item", "not_as_described", "incomplete"] as const
const verbs = ["approved", "rejected", "pickup", "received", "replaced"] as const
const statusKey = (name: string) => statuses.find((word) => word === name) ?? "requested"
const reasonKey = (name: string) => reasons.find((word) => word === name) ?? "not_as_described"
const verbKey = (name: string) => verbs.find((word) => word === name) ?? "approved"
const kindKey = (name: string) => (name === "replacement" ? "replacement" : "return")
