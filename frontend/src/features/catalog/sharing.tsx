import { MessageCircle, Share2 } from "lucide-react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
import { useHydrated } from "@/lib/use-hydrated"

/** Share the product: by the system's share sheet or a copied link, or on WhatsApp. */
export function Sharing({ slug, title }: { slug: string; title: string }) {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  // The canonical URL, without tracking parameters.
  const url = hydrated ? `${window.location.origin}/products/${slug}` : ""

  async function share() {
    if (navigator.share) {
      // Closing the share sheet is not an error.
      await navigator.share({ title, url }).catch(() => {})
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      toast.success(t("product.linkCopied"))
    } catch {
      toast.error(t("product.linkNotCopied"))
    }
  }

  return (
    <div className="flex flex-wrap gap-x-2 print:hidden">
      <Button variant="quiet" size="sm" className="-ml-3.5 min-h-11" onClick={share}>
        <Share2 aria-hidden="true" className="size-4" />
        {t("product.share")}
      </Button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-2 rounded-sm px-3.5 font-medium text-accent text-sm hover:bg-accent-wash"
      >
        <MessageCircle aria-hidden="true" className="size-4" />
        {t("product.shareWhatsapp")}
      </a>
    </div>
  )
}
