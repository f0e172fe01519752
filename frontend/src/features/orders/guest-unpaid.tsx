import { useLocation } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { loginAddress } from "@/lib/redirect"
import { UnpaidOrders } from "./unpaid-orders"

/** Checkout and order list of a guest: the orders of this browser that wait for payment. */
export function GuestUnpaid() {
  const { t } = useTranslation("orders")
  const { pathname } = useLocation()
  return (
    <div className="page max-w-5xl py-10 sm:py-14">
      <PageHead title={t("title")} />
      <h1 className="mb-8 text-3xl">{t("title")}</h1>
      <UnpaidOrders />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink variant="secondary" to={loginAddress(pathname)}>
          {t("adopt.logIn")}
        </ButtonLink>
        <ButtonLink variant="secondary" to="/track-orders">
          {t("trackGuest")}
        </ButtonLink>
      </div>
    </div>
  )
}
