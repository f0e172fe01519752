import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"

/** The head of a payment page, which search engines must not index. */
export function PaymentHead({ title }: { title?: string }) {
  const { t } = useTranslation("payment")
  return <PageHead title={title ?? t("pageTitle")} description={t("description")} />
}
