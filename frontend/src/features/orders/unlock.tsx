import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { CodeSteps } from "./code-steps"

type UnlockProps = { orderId: string; link: string; onUnlocked: (token: string) => void }

/** Verify the order's e-mail address by a code, to see the whole order of a shared link. */
export function Unlock({ orderId, link, onUnlocked }: UnlockProps) {
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
