import { useQuery } from "@tanstack/react-query"
import { Smartphone } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslation } from "@/i18n"
import { shopQuery } from "@/lib/shop"
import type { PaymentStatus } from "./queries"

export { PaymentFacts, PaymentSteps } from "./facts"
export { Retry } from "./retry"
export { Ways } from "./ways"

/** What helps beside the card: another device, tips, and people. */
export function Beside({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment-more")
  const { outcome, canRetry, fulfils } = payment
  return (
    <>
      {(outcome === "processing" || canRetry) && <OtherDevice payment={payment} />}
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
          (fulfils || outcome === "processing") && (
            <Hint title={t("help.mailTitle")}>
              <p>{t("help.mail")}</p>
            </Hint>
          )
        )}
        <Contact />
      </div>
    </>
  )
}

function Hint({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="text-ink-soft">
      <h2 className="mb-3 text-ink text-lg">{title}</h2>
      {children}
    </section>
  )
}

/** The laptop's screen stays and turns by itself; the phone shows the same payment. */
function OtherDevice({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment-more")
  const canPay = payment.canRetry || !payment.mayHaveBeenDebited
  return (
    <details className="mt-6 rounded-lg border border-line bg-paper px-5 max-sm:hidden sm:px-12">
      <summary className="flex min-h-14 list-none items-center gap-3 text-accent">
        <Smartphone aria-hidden="true" className="size-5" />
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

function Contact() {
  const { t } = useTranslation("payment-more")
  const shop = useQuery(shopQuery).data
  if (!shop || !(shop.email || shop.phone)) return null
  const ways = [
    shop.email && [`mailto:${shop.email}`, shop.email],
    shop.phone && [`tel:${shop.phone.replaceAll(" ", "")}`, shop.phone],
  ].filter((way): way is [string, string] => Boolean(way))
  return (
    <Hint title={t("help.contactTitle")}>
      <p>{t("help.contact", { hours: shop.promises.supportAnswerHours })}</p>
      <ul className="mt-2">
        {ways.map(([href, label]) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Hint>
  )
}
