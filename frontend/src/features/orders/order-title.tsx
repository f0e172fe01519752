import { useTranslation } from "@/i18n"

/** "Order AKS-…": the number moves to the next line whole, and breaks only where it is wider than the screen. */
export function OrderTitle({ orderId }: { orderId: string }) {
  const { t } = useTranslation("orders")
  const [before, after] = t("order", { orderId }).split(orderId)
  return (
    <>
      {before}
      <span className="inline-block max-w-full wrap-anywhere align-top" translate="no">
        {orderId}
      </span>
      {after}
    </>
  )
}
