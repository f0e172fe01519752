import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import type { PaymentStatus } from "@/lib/payment-status"
import { formatDateTime } from "@/lib/time"

type RetryProps = { payment: PaymentStatus; retry: NonNullable<PaymentStatus["retry"]> }

/** The deadline of another payment; when it has passed, links to the products. */
export function Retry({ payment, retry }: RetryProps) {
  const { t, i18n } = useTranslation("payment-more")
  const { heldUntil, products } = payment
  const time = heldUntil ? formatDateTime(heldUntil, i18n.language) : ""
  return (
    <div className="mx-auto mt-4 max-w-lg text-center text-sm">
      <p className="text-ink-soft">{t(`retry.${retry}`, { time })}</p>
      {(retry === "sold_out" || retry === "closed") && (
        <ul className="mt-3">
          {products.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={`/products/${slug}`}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {t("retry.seeAgain", { title })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
