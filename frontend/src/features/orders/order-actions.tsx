import { useState } from "react"
import { Button, ButtonLink } from "@/components/button"
import { lazyDialog, lazySection } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import type { Secret } from "@/lib/order-access"
import { useLoginAddress } from "@/lib/redirect"
import { formatDate } from "@/lib/time"
import { useUser } from "@/stores/session"
import { PayAgain } from "./pay-again"
import { isWhole, type Order } from "./queries"

// Lazily loaded: few readers open these dialogs.
const CancelDialog = lazyDialog(() => import("./cancel-dialog"), "CancelDialog")
const ReturnDialog = lazyDialog(() => import("./return-dialog"), "ReturnDialog")
const ClaimDialog = lazyDialog(() => import("./claim-dialog"), "ClaimDialog")
const BuyAgain = lazySection(() => import("./buy-again"), "BuyAgain")
const Adopt = lazySection(() => import("./adopt"), "Adopt")

type OrderActionsProps = { order: Order; secret: Secret | null; linkKey?: string }

/** The actions that the order's status allows. */
export function OrderActions({ order, secret, linkKey }: OrderActionsProps) {
  const { t, i18n } = useTranslation("orders")
  const { user } = useUser()
  const login = useLoginAddress()
  const [open, setOpen] = useState<"cancel" | "return" | "claim" | null>(null)
  const dialog = (which: typeof open) => ({
    secret,
    open: open === which,
    onOpenChange: (opened: boolean) => !opened && setOpen(null),
  })
  const whole = isWhole(order)
  const own = order.view === "owner"
  return (
    <>
      <div className="mt-6 flex flex-wrap items-start gap-3">
        {order.canPay && <PayAgain order={order} secret={secret} linkKey={linkKey} />}
        {own && order.canReturn && (
          <Button variant="secondary" onClick={() => setOpen("return")}>
            {t("return.open")}
          </Button>
        )}
        <BuyAgain order={order} />
        {own && order.canCancel && (
          <Button variant="quiet" onClick={() => setOpen("cancel")}>
            {t("cancel.open")}
          </Button>
        )}
      </div>
      {own && order.canReturn && (
        <p className="mt-3 text-ink-soft text-sm">
          {t("return.until", { day: formatDate(order.canReturn.until, i18n.language) })}
        </p>
      )}
      {own && order.canClaim && (
        <Button variant="quiet" size="sm" className="-ml-3.5 mt-2 text-left" onClick={() => setOpen("claim")}>
          {t("claim.open", { factor: order.canClaim.factor })}
        </Button>
      )}
      {order.canAdopt &&
        (user ? (
          <Adopt order={order} secret={secret} />
        ) : (
          <p className="mt-4 flex flex-wrap items-center gap-x-3 text-sm print:hidden">
            <span className="text-ink-soft">{t("adopt.invite")}</span>
            <ButtonLink variant="quiet" size="sm" className="-ml-3.5" to={login}>
              {t("adopt.logIn")}
            </ButtonLink>
          </p>
        ))}
      {whole && own && (
        <>
          <CancelDialog order={order} {...dialog("cancel")} />
          {order.canReturn && (
            <ReturnDialog order={order} canReturn={order.canReturn} {...dialog("return")} />
          )}
          {order.canClaim && <ClaimDialog order={order} canClaim={order.canClaim} {...dialog("claim")} />}
        </>
      )}
    </>
  )
}
