import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatDate } from "@/lib/time"
import { useAction } from "@/lib/use-action"
import { useMay } from "@/stores/session"
import {
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
  const client = useQueryClient()
  const errorText = useErrorText()
  const mayWrite = useMay("orders:write")
  const [editing, setEditing] = useState(false)
  // Saving and taking back remove what had the focus: what replaces it takes it.
  const [acted, setActed] = useState(false)
  const seen = piece.certificate
  const change = useAction({
    act: (number: string) => {
      setActed(true)
      const address = "/api/admin/orders/{order_id}/lines/{line}/pieces/{piece}/certificate"
      const path = { order_id: orderId, line, piece: piece.piece }
      return number
        ? send("put", address, { path, body: { number, seen } })
        : send("delete", address, { path, query: { seen } })
    },
    onDone: (data) => {
      client.setQueryData(orderDetailQuery(orderId).queryKey, data)
      setEditing(false)
    },
    // The free numbers, too.
    renews: [[...orderDetailKey, orderId]],
  })
  const label =
    pieces > 1 ? t("certificates.numberOf", { piece: piece.piece, pieces }) : t("certificates.number")
  const error = change.error ? errorText(change.error, t("certificates.failed")) : undefined
  const open = mayWrite && piece.canGive && (editing || !piece.certificate)
  if (open) {
    return (
      <NumberForm
        orderId={orderId}
        line={line}
        label={label}
        error={error}
        busy={change.isPending}
        focused={editing || acted}
        onGive={(number) => change.mutate(number)}
        onClose={
          piece.certificate
            ? () => {
                setEditing(false)
                change.reset()
              }
            : undefined
        }
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-ink-soft max-sm:basis-full">{label}</span>
      {piece.certificate ? (
        <a
          href={`/verify/${piece.certificate}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center font-medium text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {piece.certificate}
        </a>
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
            change.reset()
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
          busy={change.isPending}
          aria-label={t("certificates.takeBackOf", { number: piece.certificate })}
          onClick={() => change.mutate("")}
        >
          {t("certificates.takeBack")}
        </Button>
      )}
      {error && (
        <p role="alert" className="basis-full text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

type FormProps = {
  orderId: string
  line: number
  label: string
  error: string | undefined
  busy: boolean
  focused: boolean
  onGive: (number: string) => void
  onClose: (() => void) | undefined
}

/** A number, typed or chosen from the free ones. */
function NumberForm({ orderId, line, label, error, busy, focused, onGive, onClose }: FormProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const list = useId()
  const [number, setNumber] = useState("")
  const { data } = useQuery(freeCertificatesQuery(orderId, line))
  const free = data?.certificates
  function submit(event: FormEvent) {
    event.preventDefault()
    if (number.trim() && !busy) onGive(number.trim())
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <TextField
        label={label}
        className="w-full sm:max-w-72"
        list={list}
        value={number}
        maxLength={MAX_NUMBER}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={focused}
        error={error}
        hint={free?.length === 0 ? t("certificates.noneFree") : undefined}
        onChange={({ target }) => setNumber(target.value)}
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
      {/* Beside the field, which is below its label. */}
      <span className="flex gap-2 sm:pt-8">
        <Button type="submit" variant="secondary" size="sm" busy={busy} disabled={!number.trim()}>
          {t("certificates.give")}
        </Button>
        {onClose && (
          <Button variant="quiet" size="sm" onClick={onClose}>
            {t("certificates.keep")}
          </Button>
        )}
      </span>
    </form>
  )
}
