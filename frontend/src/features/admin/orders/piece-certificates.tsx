import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { ActionForm } from "@/features/admin/shared/action-form"
import { text } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { OuterLink } from "@/features/admin/shared/text-link"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatDate } from "@/lib/time"
import { type ActionOptions, useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import {
  type AdminOrderData,
  type AdminPiece,
  type CertifiedLine,
  freeCertificatesQuery,
  orderDetailKey,
  orderDetailQuery,
} from "./queries"

const MAX_NUMBER = 40

type LineProps = { orderId: string; certified: CertifiedLine }

/** The certificate of each piece of a line: choose or type its number, change it, take it back. */
export function PieceCertificates({ orderId, certified: { line, pieces } }: LineProps) {
  const { t } = useTranslation("adminOrders")
  return (
    <ul className="mt-2 space-y-2" aria-label={t("certificates.title")}>
      {pieces.map((piece) => (
        <li key={piece.piece}>
          <Piece orderId={orderId} line={line} piece={piece} pieces={pieces.length} />
        </li>
      ))}
    </ul>
  )
}

type PieceProps = { orderId: string; line: number; piece: AdminPiece; pieces: number }

function Piece({ orderId, line, piece, pieces }: PieceProps) {
  const { t } = useTranslation("adminOrders")
  const errorText = useErrorText()
  const mayWrite = useMay("orders:write")
  const [editing, setEditing] = useState(false)
  // Saving and taking back remove what had the focus: what replaces it takes it.
  const [acted, setActed] = useState(false)
  const seen = piece.certificate
  const change: Change = {
    act: ({ number }) => {
      setActed(true)
      const address = "/api/admin/orders/{order_id}/lines/{line}/pieces/{piece}/certificate"
      const path = { order_id: orderId, line, piece: piece.piece }
      return number
        ? send("put", address, { path, body: { number, seen } })
        : send("delete", address, { path, query: { seen } })
    },
    onDone: (data, _, client) => {
      client.setQueryData(orderDetailQuery(orderId).queryKey, data)
      setEditing(false)
    },
    // The free numbers, too.
    renews: [[...orderDetailKey, orderId]],
  }
  const takeBack = useAction(change)
  const label =
    pieces > 1 ? t("certificates.numberOf", { piece: piece.piece, pieces }) : t("certificates.number")
  if (mayWrite && piece.canGive && (editing || !piece.certificate)) {
    return (
      <NumberForm
        {...{ orderId, line, label, change }}
        focused={editing || acted}
        onClose={piece.certificate ? () => setEditing(false) : undefined}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-ink-soft max-sm:basis-full">{label}</span>
      {piece.certificate ? (
        <OuterLink href={`/verify/${piece.certificate}`} className="font-medium">
          {piece.certificate}
        </OuterLink>
      ) : (
        <span>{t("certificates.none")}</span>
      )}
      {piece.isVoid && <Badge tone="danger">{t("certificates.void")}</Badge>}
      {mayWrite && piece.certificate && piece.canGive && (
        <Button
          variant="quiet"
          size="sm"
          autoFocus={acted}
          aria-label={t("certificates.changeOf", { number: piece.certificate })}
          onClick={() => {
            takeBack.reset()
            setEditing(true)
          }}
        >
          {t("certificates.change")}
        </Button>
      )}
      {mayWrite && piece.canTakeBack && (
        <Button
          variant="quiet"
          size="sm"
          busy={takeBack.isPending}
          aria-label={t("certificates.takeBackOf", { number: piece.certificate })}
          onClick={() => takeBack.mutate({ number: "" })}
        >
          {t("certificates.takeBack")}
        </Button>
      )}
      {takeBack.error && (
        <p role="alert" className="basis-full text-danger">
          {errorText(takeBack.error, t("certificates.failed"))}
        </p>
      )}
    </div>
  )
}

/** Give a piece a certificate by its number, or with an empty one take it back. */
type Change = ActionOptions<AdminOrderData, { number: string }>

type FormProps = {
  orderId: string
  line: number
  label: string
  change: Change
  focused: boolean
  onClose: (() => void) | undefined
}

/** A number, typed or chosen from the free ones. */
function NumberForm({ orderId, line, label, change, focused, onClose }: FormProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const errorText = useErrorText()
  const list = useId()
  const { data } = useQuery(freeCertificatesQuery(orderId, line))
  const free = data?.certificates
  const form = useFormAction({ schema: z.object({ number: text }), start: { number: "" }, ...change })
  const isEmpty = !form.values.number.trim()
  return (
    <ActionForm
      form={form}
      disabled={isEmpty}
      className="flex flex-wrap items-start gap-2"
      // Beside the field, which is below its label.
      bar={
        <span className="flex gap-2 sm:pt-8">
          <Button type="submit" variant="secondary" size="sm" busy={form.isPending} disabled={isEmpty}>
            {t("certificates.give")}
          </Button>
          {onClose && (
            <Button variant="quiet" size="sm" onClick={onClose}>
              {t("certificates.keep")}
            </Button>
          )}
        </span>
      }
    >
      <TextField
        label={label}
        className="w-full sm:max-w-72"
        list={list}
        maxLength={MAX_NUMBER}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={focused}
        hint={free?.length === 0 ? t("certificates.noneFree") : undefined}
        {...form.field("number")}
        error={form.error ? errorText(form.error, t("certificates.failed")) : undefined}
      />
      <datalist id={list}>
        {free?.map((certificate) => (
          <option
            key={certificate.number}
            value={certificate.number}
            label={t("certificates.free", {
              number: certificate.number,
              weight: certificate.weight,
              day: formatDate(certificate.issuedOn, i18n.language),
            })}
          />
        ))}
      </datalist>
    </ActionForm>
  )
}
