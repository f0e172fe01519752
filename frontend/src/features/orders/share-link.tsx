import { Share2 } from "lucide-react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { share } from "@/lib/share"

/** Share the private link: by the system's share sheet, else by the clipboard. */
export function ShareLink({ link, orderId }: { link: string; orderId: string }) {
  const { t } = useTranslation("orders")
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-3 pointer-coarse:min-h-11"
      onClick={() =>
        void share({ title: t("order", { orderId }), url: link }, t("link.copied"), t("link.notCopied"))
      }
    >
      <Share2 aria-hidden="true" className="size-4" />
      {t("link.share")}
    </Button>
  )
}
