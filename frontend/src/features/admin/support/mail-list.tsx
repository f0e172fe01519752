import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { useCodeText } from "@/features/admin/shared/labels"
import { send } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import type { MailRow } from "./queries"

const tones: Record<string, Tone> = { sent: "success", failed: "danger", due: "warning", sending: "info" }

type MailListProps = {
  mails: readonly MailRow[]
  none: string
  /** Link each mail to its timeline. */
  linked?: boolean
}

/** Mails with their delivery status; failed ones can be sent again. */
export function MailList({ mails, none, linked }: MailListProps) {
  if (mails.length === 0) return <p className="py-6 text-ink-soft text-sm">{none}</p>
  return (
    <ul className="mt-2 divide-y divide-line text-sm">
      {mails.map((mail) => (
        <Row key={mail._id} mail={mail} linked={linked} />
      ))}
    </ul>
  )
}

function Row({ mail, linked }: { mail: MailRow; linked?: boolean }) {
  const { t } = useTranslation("support")
  const again = useAction({
    act: () => send("post", "/api/admin/support/mails/{mail_id}/send-again", { path: { mail_id: mail._id } }),
    done: t("mail.asked"),
    failed: t("mail.failed"),
  })
  const text = useCodeText("support")
  const title = mail.subject || t("mail.code")
  const hasTimeline = /^(order|user|ticket):/.test(mail.reference)
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        {linked && hasTimeline ? (
          <Link
            to={`?subject=${encodeURIComponent(mail.reference)}`}
            className="wrap-anywhere font-medium underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        ) : (
          <span className="wrap-anywhere font-medium">{title}</span>
        )}
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-xs tabular-nums">
          <Badge tone={tones[mail.status]} dot>
            {text(`mail.statuses.${mail.status}`, mail.status)}
          </Badge>
          <span className="break-all">{t("mail.to", { address: mail.to })}</span>
          <StaffTime at={mail.sentAt ?? mail.createdAt} />
          {mail.attempts > 0 && <span>{t("mail.tries", { count: mail.attempts })}</span>}
          {mail.error && <span className="text-danger">{mail.error}</span>}
        </p>
      </div>
      {mail.canSendAgain && (
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11 justify-self-start"
          busy={again.isPending}
          onClick={() => again.mutate()}
        >
          {t("mail.again")}
        </Button>
      )}
    </li>
  )
}
