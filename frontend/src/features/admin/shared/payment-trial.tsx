import { Button } from "@/components/button"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"
import { useOpenPayment } from "@/lib/use-open-payment"
import { sendForMessage } from "./send"

type PaymentTrialProps = { provider: string; children: string }

/** Button that leaves for a payment of one rupee at the provider, by the shop's own keys. */
export function PaymentTrial({ provider, children }: PaymentTrialProps) {
  const errorText = useErrorText()
  const { pay, busy } = useOpenPayment(
    async () => {
      const { data, message = "" } = await sendForMessage(
        "post",
        "/api/admin/settings/connections/{name}/payment-trial",
        { path: { name: provider }, once: `payment-trial:${provider}` },
      )
      return { paymentUrl: data.paymentUrl, message }
    },
    (error) => toast.error(errorText(error)),
  )
  return (
    <Button size="sm" variant="secondary" busy={busy} onClick={pay}>
      {children}
    </Button>
  )
}
