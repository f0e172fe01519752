import { Share2 } from "lucide-react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"

/** Share the private link: by the system's share sheet, else by the clipboard. */
export function ShareLink({ link, orderId }: { link: string; orderId: string }) {
  const { t } = useTranslation("orders")

  async function share() {
    if (navigator.share) {
      await navigator.share({ title: t("order", { orderId }), url: link }).catch(() => {})
      return
    }
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t("link.copied"))
    } catch {
      toast.error(t("link.notCopied"))
    }
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-3 pointer-coarse:min-h-11"
      onClick={() => void share()}
    >
      <Share2 aria-hidden="true" className="size-4" />
      {t("link.share")}
    </Button>
  )
}
