import { useState } from "react"
import { useParams, useSearchParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { clearAccess, readAccess, type Secret, storeAccess } from "@/lib/order-access"
import { CodeSteps } from "./code-steps"
import { OrderScreen } from "./order-screen"

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

type UnlockProps = { orderId: string; link: string; onUnlocked: (token: string) => void }

/** Verify the order's e-mail address by a code, to see the whole order of a shared link. */
function Unlock({ orderId, link, onUnlocked }: UnlockProps) {
  const { t } = useTranslation("orders")
  const params = { path: { order_id: orderId } }
  return (
    <div className="mt-8 max-w-xl rounded-md border border-line bg-paper p-5 sm:p-7 print:hidden">
      <h2 className="text-lg">{t("unlock.title")}</h2>
      <p className="mt-1 text-ink-soft text-sm">{t("unlock.text")}</p>
      <CodeSteps
        ask={() => unwrap(api.POST("/api/orders/{order_id}/code", { params, body: { key: link } }))}
        check={async (code) => {
          const body = { key: link, code }
          const { accessToken } = await unwrap(api.POST("/api/orders/{order_id}/unlock", { params, body }))
          onUnlocked(accessToken)
        }}
        askLabel={t("unlock.ask")}
      />
    </div>
  )
}
