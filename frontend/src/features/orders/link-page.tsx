import { useState } from "react"
import { useParams, useSearchParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { useTranslation } from "@/i18n"
import { clearAccess, readAccess, type Secret, storeAccess } from "@/lib/order-access"
import { OrderScreen } from "./order-screen"
import { Unlock } from "./unlock"

/** An order by its private link: the shared view, and the whole order once its e-mail address is verified. */
export function Component() {
  const { orderId = "" } = useParams()
  const [search] = useSearchParams()
  return <LinkedOrder key={orderId} orderId={orderId} link={search.get("key") ?? ""} />
}

function LinkedOrder({ orderId, link }: { orderId: string; link: string }) {
  const { t } = useTranslation("orders")
  const [access, setAccess] = useState(() => readAccess(orderId))
  const key: Secret | null = link ? { kind: "key", value: link } : null

  return (
    <OrderScreen
      orderId={orderId}
      secret={access ?? key}
      linkKey={link || undefined}
      onRefused={() => {
        // The access token has expired or is for another order: the link itself may still be valid.
        clearAccess(orderId)
        setAccess(null)
      }}
      unlock={
        <Unlock
          orderId={orderId}
          link={link}
          onUnlocked={(token) => {
            storeAccess([orderId], token)
            setAccess({ kind: "access", value: token })
          }}
        />
      }
      back={{ to: "/track-orders", label: t("track.other") }}
      notFoundAction={<ButtonLink to="/track-orders">{t("track.title")}</ButtonLink>}
    />
  )
}
