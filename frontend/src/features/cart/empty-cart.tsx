import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { useTranslation } from "@/i18n"

/** Empty state of the cart, with links to the catalogue and to the recommendation. */
export function EmptyCart({ heading, onBrowse }: { heading?: "h1" | "h2"; onBrowse?: () => void }) {
  const { t } = useTranslation(["cart", "shop"])
  return (
    <EmptyState
      title={t("emptyTitle")}
      heading={heading}
      action={
        <>
          <ButtonLink to="/products" onClick={onBrowse}>
            {t("browse")}
          </ButtonLink>
          <ButtonLink to="/rudraksh-recommendation" variant="secondary" onClick={onBrowse}>
            {t("shop:common.findBead")}
          </ButtonLink>
        </>
      }
    >
      {t("emptyText")}
    </EmptyState>
  )
}
