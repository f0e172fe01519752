import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useLocation } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmailField } from "@/components/email-field"
import { useLineTitle } from "@/components/option-notes"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, api, unwrap } from "@/lib/api"
import { normalEmail } from "@/lib/email"
import { type MailLink, mailLink } from "@/lib/mail-link"
import { formatRupees } from "@/lib/money"
import { storeAccess } from "@/lib/order-access"
import { isUnknown } from "@/lib/payment-status"
import { formatDateTime, formatDay } from "@/lib/time"
import { toast } from "@/lib/toast"
import { useUser } from "@/stores/session"
import { CodeSteps } from "./code-steps"
import { GuestOrders } from "./guest-orders"
import { isAwaitingDelivery } from "./progress"
import type { Tracked } from "./queries"
import { OrderStatus, paymentName } from "./status"

/** Return true when the list is complete: the address is verified, or the account's own. */
const isVerified = ({ orders }: Tracked) => orders.every(({ items }) => items !== null)

/** The payment page needs a verified address: the order's id alone grants no access. */
const isUnpaid = ({ status }: Tracked["orders"][number]) => status === "pending"

/** The orders of an e-mail address: their status for anybody, the rest once the address is verified. */
export function Component() {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const { user } = useUser()
  const link = mailLink(useLocation().hash)
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<string>()
  const [found, setFound] = useState<{ email: string; list: Tracked } | null>(null)

  const track = useMutation({
    mutationFn: (email: string) => unwrap(api.POST("/api/orders/track", { body: { email } })),
    onSuccess: (list, email) => {
      show(email, list)
      toast.success(t("track.found", { count: list.orders.length }))
    },
    onError: (error) => {
      setFound(null)
      if (isUnknown(error)) setProblem(t("track.none"))
      else if (error instanceof ApiError && error.status === 422) setProblem(errorText(error))
      else if (error instanceof ApiError && error.status === 429) setProblem(errorText(error))
      else setProblem(t("track.failed"))
    },
  })

  function show(email: string, list: Tracked) {
    if (list.accessToken) {
      storeAccess(
        list.orders.map(({ orderId }) => orderId),
        list.accessToken,
      )
    }
    setFound({ email, list })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (track.isPending) return
    const email = normalEmail(typed)
    setProblem(email ? undefined : t("track.blank"))
    if (email) track.mutate(email)
  }

  return (
    <div className="page max-w-3xl py-10 sm:py-14">
      <PageHead title={t("track.title")} />
      <h1 className="text-3xl">{t("track.title")}</h1>
      <p className="mt-3 text-ink-soft">{t("track.lead")}</p>
      {link && !found && (
        <OpenByLink
          link={link}
          onOpen={(list) => {
            show(link.email, list)
            if (list.orders.length === 0) setProblem(t("track.none"))
          }}
        />
      )}
      <form noValidate onSubmit={submit} className="mt-8 flex flex-wrap items-start gap-x-4 gap-y-4">
        <EmailField
          label={t("track.email")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
          className="min-w-60 flex-1"
        />
        <Button type="submit" busy={track.isPending} className="h-11.5 sm:mt-7">
          {t("track.submit")}
        </Button>
      </form>
      <p className="mt-4 text-sm">
        <ButtonLink to="/track-order" variant="quiet" size="sm" className="-ml-3.5">
          {t("track.byTransaction")}
        </ButtonLink>
      </p>
      {found && found.list.orders.length > 0 && (
        <section aria-labelledby="tracked" className="mt-10">
          <h2 id="tracked" className="text-xl">
            {t("track.results", { email: found.email })}
          </h2>
          <ul className="mt-5 space-y-4">
            {found.list.orders.map((order) => (
              <TrackedRow key={order.orderId} order={order} />
            ))}
          </ul>
          {user?.email === found.email && <GuestOrders />}
          {!isVerified(found.list) && (
            <div className="mt-8 rounded-md border border-line bg-paper p-5 sm:p-7">
              <h3 className="text-lg">{t("track.moreTitle")}</h3>
              <p className="mt-1 text-ink-soft text-sm">
                {t(found.list.orders.some(isUnpaid) ? "track.morePay" : "track.more", { email: found.email })}
              </p>
              <CodeSteps
                key={found.email}
                ask={() => unwrap(api.POST("/api/orders/track/code", { body: { email: found.email } }))}
                check={async (code) => {
                  const body = { email: found.email, code }
                  show(found.email, await unwrap(api.POST("/api/orders/track/unlock", { body })))
                }}
                askLabel={t("track.details")}
              />
            </div>
          )}
        </section>
      )}
    </div>
  )
}

/** Opens the orders by the link in a mail. Only its button uses the link up: scanners of mails open pages, too. */
function OpenByLink({ link, onOpen }: { link: MailLink; onOpen: (list: Tracked) => void }) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const open = useMutation({
    mutationFn: () => unwrap(api.POST("/api/orders/track/unlock", { body: link })),
    onSuccess: onOpen,
  })
  const expired = open.error instanceof ApiError && open.error.code === "CODE_EXPIRED"
  return (
    <section className="mt-8 rounded-md border border-line bg-paper p-5 sm:p-7">
      <p className="wrap-anywhere">
        {t("track.link")}{" "}
        <strong translate="no" className="block font-medium">
          {link.email}
        </strong>
      </p>
      {open.error && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {expired ? t("track.linkExpired") : errorText(open.error, t("track.failed"))}
        </p>
      )}
      {!expired && (
        <Button className="mt-5 max-sm:w-full" busy={open.isPending} onClick={() => open.mutate()}>
          {t("track.openLink")}
        </Button>
      )}
    </section>
  )
}

function TrackedRow({ order }: { order: Tracked["orders"][number] }) {
  const { t, i18n } = useTranslation("orders")
  const lineTitle = useLineTitle()
  const { orderId, items, totalAmount, estimatedDelivery } = order
  return (
    <li className="rounded-md border border-line bg-paper p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="wrap-anywhere font-medium">{t("order", { orderId })}</h3>
        <p className="text-ink-soft text-sm">{formatDateTime(order.createdAt, i18n.language)}</p>
      </div>
      <div className="mt-3 max-w-md">
        <OrderStatus order={order} />
      </div>
      <p className="mt-3 text-ink-soft text-sm">
        {t("track.pieces", { count: order.itemCount })} ·{" "}
        {t(`paymentStatus.${paymentName(order.paymentStatus)}`)}
        {estimatedDelivery && isAwaitingDelivery(order.status) && (
          <> · {t("expected", { day: formatDay(estimatedDelivery, i18n.language) })}</>
        )}
      </p>
      {items && (
        <>
          <ul className="mt-3 text-sm">
            {items.map((item) => (
              <li key={item.line}>
                {lineTitle(item.title, item.customization)} × {item.quantity}
              </li>
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
            {totalAmount !== null && (
              <p className="tabular-nums">
                {t("total")} <span translate="no">{formatRupees(totalAmount)}</span>
              </p>
            )}
            <ButtonLink variant="secondary" to={`/order/${orderId}`} aria-label={t("detailsOf", { orderId })}>
              {t("details")}
            </ButtonLink>
          </div>
        </>
      )}
    </li>
  )
}
