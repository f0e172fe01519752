import { Download } from "lucide-react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { headersOf, type Secret } from "@/lib/order-access"
import { saveFile } from "@/lib/save-file"
import { useAction } from "@/lib/use-action"
import { accessToken } from "@/stores/session"
import type { Order } from "./queries"

type InvoiceButtonProps = { invoice: NonNullable<Order["invoice"]>; secret: Secret | null }

/** Download the invoice by an API call: a plain link carries no access token. */
export function InvoiceButton({ invoice, secret }: InvoiceButtonProps) {
  const { t } = useTranslation("orders")
  const download = useAction({
    act: async () => {
      const token = await accessToken()
      const headers = { ...headersOf(secret), ...(token && { Authorization: `Bearer ${token}` }) }
      const answer = await fetch(invoice.url, { headers })
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.blob()
    },
    onDone: (file) => saveFile(file, `${invoice.number.replaceAll("/", "-")}.pdf`),
    failed: t("invoice.failed"),
  })
  return (
    <Button
      variant="secondary"
      className="mt-5 w-full"
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <Download className="size-5" />}
      {t("invoice.download")}
    </Button>
  )
}
