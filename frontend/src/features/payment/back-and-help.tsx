import { useQuery } from "@tanstack/react-query"
import { Smartphone } from "lucide-react"
import type { ReactNode } from "react"
import { GoBack } from "@/components/go-back"
import { Link } from "@/components/link"
import { contactAddress } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { type PaymentStatus, shownOutcome } from "@/lib/payment-status"
import { shopQuery, whatsappLink } from "@/lib/shop"
import { verbatim } from "@/lib/verbatim"
import { useVisit } from "@/lib/visit"
import { useOrderLink } from "@/stores/order-link"

export { Bought } from "./bought"
export { PaymentFacts, PaymentSteps } from "./facts"
export { Retry } from "./retry"
export { RetryPaymentNotice } from "./retry-payment-notice"

/** Back link; after the provider's pages it leads to the order or to the catalogue. */
export function Back({ orderId }: { orderId?: string }) {
  return (
    <p className="mt-3 text-center">
      <GoBack variant="quiet" otherwise={useOrderLink(orderId) ?? "/products"} />
    </p>
  )
}

/** Help beside the payment card: another device, tips and contacts. */
export function Beside({ payment }: { payment: PaymentStatus }) {
  const { canRetry, fulfils } = payment
  const outcome = shownOutcome(payment)
  useVisit(outcome === "processing" ? "paying" : null)
  return (
    <>
      {(outcome === "processing" || canRetry) && <OtherDevice payment={payment} />}
      <Help outcome={outcome} fulfils={fulfils} orderId={payment.orderId} />
    </>
  )
}

/** Tips for the payment's outcome, and contacts. */
export function Help({
  outcome,
  orderId,
  fulfils,
}: {
  outcome: ReturnType<typeof shownOutcome>
  orderId: string
  fulfils?: boolean
}) {
  const { t } = useTranslation("payment-more")
  return (
    <div className="mt-10 grid gap-x-12 gap-y-8 text-sm sm:grid-cols-2">
      {outcome === "failed" ? (
        <Hint title={t("help.title")}>
          <ul className="list-disc space-y-1.5 pl-5">
            <li>{t("help.method")}</li>
            <li>{t("help.limit")}</li>
            <li>{t("help.network")}</li>
          </ul>
        </Hint>
      ) : (
        (fulfils || outcome === "processing") && <MailHint />
      )}
      <Contact orderId={orderId} />
    </div>
  )
}

function Hint({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="text-ink-soft sm:only:col-span-2">
      <h2 className="mb-3 text-ink text-lg">{title}</h2>
      {children}
    </section>
  )
}

function MailHint() {
  const { t } = useTranslation("payment-more")
  const shop = useQuery(shopQuery).data
  if (!shop) return null
  const { confirmationMailMinutes, mailLateMinutes, confirmationMailHours } = shop.promises
  return (
    <Hint title={t("help.mailTitle")}>
      <p>
        {t("help.mail", {
          minutes: confirmationMailMinutes,
          late: mailLateMinutes,
          count: confirmationMailHours,
        })}
      </p>
    </Hint>
  )
}

/** Pay on a phone: it opens the same payment, and this screen updates live. */
function OtherDevice({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment-more")
  const canPay = payment.canRetry || !payment.mayHaveBeenDebited
  return (
    <details className="mt-6 rounded-lg border border-line bg-paper px-5 max-sm:hidden sm:px-12">
      <summary className="flex min-h-14 list-none items-center gap-3 text-accent">
        <Smartphone className="size-5" />
        {canPay ? t("other.pay") : t("other.follow")}
      </summary>
      <div className="flex items-center gap-8 pb-8">
        <img
          src={`/api/phonepe/qr/${payment.transactionId}.svg`}
          alt={t("other.alt")}
          width={160}
          height={160}
          loading="lazy"
          className="size-40 shrink-0 rounded-md border border-line"
        />
        <p className="max-w-sm text-ink-soft text-sm">{t("other.text")}</p>
      </div>
    </details>
  )
}

const contactClass = "inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline"

function Contact({ orderId }: { orderId: string }) {
  const { t } = useTranslation(["payment-more", "shell"])
  const shop = useQuery(shopQuery).data
  if (!shop) return null
  const { whatsapp } = shop
  const contacts = [
    whatsapp && [whatsappLink(whatsapp, t("shell:orderGreeting", { orderId })), t("help.whatsapp")],
    shop.email && [`mailto:${shop.email}`, shop.email],
    shop.phone && [`tel:${shop.phone.replaceAll(" ", "")}`, shop.phone],
  ].filter((contact): contact is [string, string] => Boolean(contact))
  return (
    <Hint title={t("help.contactTitle")}>
      <p>
        {t("help.contact", {
          hours: shop.promises.supportAnswerHours,
          settled: shop.promises.paymentSupportHours,
        })}
      </p>
      <ul className="mt-2">
        {contacts.map(([href, label]) => (
          <li key={href}>
            <a href={href} className={contactClass} translate={verbatim(label)}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <Link to={contactAddress(orderId)} className={contactClass}>
            {t("help.form")}
          </Link>
        </li>
      </ul>
    </Hint>
  )
}
