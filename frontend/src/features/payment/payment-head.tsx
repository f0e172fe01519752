import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"

/** The document's head of a payment's page, which is never listed. */
export function PaymentHead({ title }: { title?: string }) {
  const { t } = useTranslation("payment")
  return <PageHead title={title ?? t("pageTitle")} description={t("description")} />
}
