import { useQuery } from "@tanstack/react-query"
import { Navigate } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { GoBack } from "@/components/go-back"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { headersOf, readAccess } from "@/lib/order-access"
import { isUnknown } from "@/lib/payment-status"
import { useLoginAddress } from "@/lib/redirect"
import { retryOf } from "@/lib/retry-of"
import { useSession } from "@/stores/session"
import { Help } from "./back-and-help"

/** Redirect to the newest payment of an order if the reader may see it; others verify their address first. */
export function NewestPaymentRedirect({ orderId }: { orderId: string }) {
  const { t } = useTranslation("payment")
  const session = useSession(({ session }) => session)
  const secret = readAccess(orderId)
  const { data, error, isLoading, isFetching, refetch } = useQuery({
    queryKey: ["me", "payments-of", orderId, secret?.value ?? ""],
    queryFn: read(
      "/api/auth/orders/{order_id}",
      { path: { order_id: orderId }, headers: headersOf(secret) },
      "order",
    ),
    enabled: session !== null || secret !== null,
    retry: false,
  })
  if (isLoading) return <PageSpinner label={t("loading")} />
  if (error && !isUnknown(error)) {
    return <ErrorState fallback={t("checkFailed")} {...retryOf({ error, isFetching, refetch })} />
  }
  const newest = data?.payments.at(-1)
  if (newest) return <Navigate replace to={`/order-confirmation/${newest.transactionId}`} />
  if (!data) return <NotShown orderId={orderId} />
  return <NotStarted orderId={data.orderId} order={`/${secret ? "order" : "orders"}/${data.orderId}`} />
}

const card = "rounded-lg border border-line bg-paper"

/** `order` is the path at which the reader may see the order. */
function NotStarted({ orderId, order }: { orderId: string; order: string }) {
  const { t } = useTranslation("payment-more")
  return (
    <article className={card}>
      <EmptyState
        heading="h1"
        title={t("order.unpaidTitle")}
        action={
          <>
            <ButtonLink to={order}>{t("order.see")}</ButtonLink>
            <GoBack />
          </>
        }
      >
        {t("order.unpaidLead", { orderId })}
      </EmptyState>
    </article>
  )
}

/** An order's number alone grants no access: it can be guessed. */
function NotShown({ orderId }: { orderId: string }) {
  const { t } = useTranslation(["payment-more", "payment"])
  const login = useLoginAddress()
  const loggedIn = useSession(({ session }) => session !== null)
  return (
    <>
      <article className={card}>
        <EmptyState
          heading="h1"
          title={t("order.title")}
          action={
            <div className="flex w-full flex-col flex-wrap justify-center gap-3 sm:flex-row">
              {!loggedIn && <ButtonLink to={login}>{t("order.logIn")}</ButtonLink>}
              <ButtonLink to="/track-orders" variant={loggedIn ? "primary" : "secondary"}>
                {t("order.code")}
              </ButtonLink>
              <ButtonLink to={`/contact?order=${encodeURIComponent(orderId)}`} variant="secondary">
                {t("payment:support.contact")}
              </ButtonLink>
              <GoBack variant="quiet" />
            </div>
          }
        >
          {t("order.lead", { orderId })}
        </EmptyState>
      </article>
      <Help outcome="failed" orderId={orderId} />
    </>
  )
}
