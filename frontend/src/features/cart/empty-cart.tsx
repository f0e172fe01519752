import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { useTranslation } from "@/i18n"

/** Empty state of the cart, with a link to the catalogue. */
export function EmptyCart({ heading, onBrowse }: { heading?: "h1" | "h2"; onBrowse?: () => void }) {
  const { t } = useTranslation("cart")
  return (
    <EmptyState
      title={t("emptyTitle")}
      heading={heading}
      action={
        <ButtonLink to="/products" onClick={onBrowse}>
          {t("browse")}
        </ButtonLink>
      }
    >
      {t("emptyText")}
    </EmptyState>
  )
}
