import { useQuery } from "@tanstack/react-query"
import { EmptyState } from "@/components/empty-state"
import { useTranslation } from "@/i18n"
import { shopQuery } from "@/lib/shop"

/** The number is not in our register: how that can be, and whom to ask. */
export function NotFound({ number }: { number: string }) {
  const { t } = useTranslation("reviews")
  const shop = useQuery(shopQuery).data
  return (
    <div role="status" className="mt-6">
      <EmptyState title={t("verify.notFound")}>
        <p className="break-all font-medium text-ink tabular-nums" translate="no">
          {number}
        </p>
        <p className="mt-3">{t("verify.notFoundText")}</p>
        <ul className="mt-5 space-y-2 text-left text-sm">
          <li>{t("verify.tips.letters")}</li>
          <li>{t("verify.tips.place")}</li>
          <li>{t("verify.tips.others")}</li>
        </ul>
        {shop?.email && (
          <p className="mt-5 text-sm">
            {t("verify.ask")}{" "}
            <a
              href={`mailto:${shop.email}`}
              translate="no"
              className="inline-block py-1 text-accent underline underline-offset-4 hover:text-accent-deep"
            >
              {shop.email}
            </a>
          </p>
        )}
      </EmptyState>
    </div>
  )
}
