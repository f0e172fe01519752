import { useParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { useTranslation } from "@/i18n"
import { OrderScreen } from "./order-screen"

/** One of one's own orders. */
export function Component() {
  const { t } = useTranslation("orders")
  const { orderId = "" } = useParams()
  return (
    <OrderScreen
      key={orderId}
      orderId={orderId}
      secret={null}
      back={{ to: "/orders", label: t("back") }}
      notFoundAction={<ButtonLink to="/orders">{t("back")}</ButtonLink>}
    />
  )
}
