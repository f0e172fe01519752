import { useEffect, useRef } from "react"
import { Link } from "@/components/link"
import { Notice } from "@/components/notice"
import { HoldRefused } from "@/features/orders/lazy-unpaid-orders"
import { useTranslation } from "@/i18n"
import { useErrorSentence } from "@/i18n/error-text"
import { ApiError, type ErrorCode } from "@/lib/api"
import { lastPayment } from "@/lib/last-payment"
import { isHoldRefused } from "@/stores/unpaid-orders"
import { useCheckoutStore } from "./checkout-store"
import { NotReady, PaymentNotStarted } from "./pay"

/** Errors about the selection, which only a different selection resolves. */
const CHOICE_CODES: readonly string[] = [
  "OUT_OF_STOCK",
  "HOLD_LIMIT",
  "OPTION_UNAVAILABLE",
  "PRODUCT_UNAVAILABLE",
  "INVALID_QUANTITY",
] satisfies ErrorCode[]

export const choosable = (error: unknown) => error instanceof ApiError && CHOICE_CODES.includes(error.code)

type PaymentStartErrorProps = { error: Error; onRetry: () => void }

/** The reason why the payment page did not open, and its consequences for the order and the money. */
export function PaymentStartError({ error, onRetry }: PaymentStartErrorProps) {
  const place = useRef<HTMLDivElement>(null)
  // On a phone it would appear below the edge.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div ref={place}>
      <ErrorNotice error={error} onRetry={onRetry} />
    </div>
  )
}

function ErrorNotice({ error, onRetry }: PaymentStartErrorProps) {
  const { t } = useTranslation("checkout")
  const errorText = useErrorSentence()

  if (error instanceof PaymentNotStarted) {
    const { reason, orderId } = error
    const code = reason instanceof ApiError ? reason.code : null
    if (code === "ALREADY_PAID") {
      const earlier = lastPayment()
      return (
        <Notice tone="warning" announce title={t("problem.alreadyPaid")}>
          <p>{t("problem.alreadyPaidText")}</p>
          {earlier?.orderId === orderId && (
            <Link
              to={`/order-confirmation/${earlier.transactionId}`}
              className="mt-1 inline-block py-1 text-accent underline"
            >
              {t("problem.seePayment")}
            </Link>
          )}
        </Notice>
      )
    }
    if (code === "ORDER_NOT_PAYABLE") {
      return (
        <Notice tone="warning" announce title={errorText(reason)}>
          {t("problem.notPayable")}
        </Notice>
      )
    }
    if (isHoldRefused(reason)) {
      const link = useCheckoutStore.getState().intent?.orderLink
      return (
        <Notice tone="warning" announce title={errorText(reason)}>
          <HoldRefused
            refusal={reason}
            orderId={orderId}
            linkKey={link && new URL(link, window.location.origin).searchParams.get("key")}
            onRetry={onRetry}
          />
        </Notice>
      )
    }
    const answered = reason instanceof ApiError
    return (
      <Notice tone="danger" announce title={t(answered ? "problem.paymentTitle" : "problem.notStarted")}>
        <p>{errorText(reason, t("problem.paymentFailed"))}</p>
        <p>{t("problem.orderKept", { orderId })}</p>
        <Reference error={reason} />
      </Notice>
    )
  }
  if (error instanceof NotReady) {
    return (
      <Notice tone="danger" announce>
        {t(`errors.${error.reason}`)}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" announce title={t("problem.orderTitle")}>
      <p>{errorText(error, t("problem.wentWrong"))}</p>
      <p>{choosable(error) ? t("problem.notCharged") : t("problem.tryAgain")}</p>
      <Reference error={error} />
    </Notice>
  )
}

function Reference({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError) || !error.reference) return null
  return (
    <p>
      {t("common.reference")}{" "}
      <span className="select-all font-medium" translate="no">
        {error.reference}
      </span>
    </p>
  )
}
