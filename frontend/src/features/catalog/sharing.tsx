import { MessageCircle, Share2 } from "lucide-react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { share } from "@/lib/share"
import { useHydrated } from "@/lib/use-hydrated"

/** Share the product: by the system's share sheet or a copied link, or on WhatsApp. */
export function Sharing({ slug, title }: { slug: string; title: string }) {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  // The canonical URL, without tracking parameters.
  const url = hydrated ? `${window.location.origin}/products/${slug}` : ""
  return (
    <div className="flex flex-wrap gap-x-2 print:hidden">
      <Button
        variant="quiet"
        size="sm"
        className="-ml-3.5 min-h-11"
        onClick={() => void share({ title, url }, t("product.linkCopied"), t("product.linkNotCopied"))}
      >
        <Share2 className="size-4" />
        {t("product.share")}
      </Button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-2 rounded-sm px-3.5 font-medium text-accent text-sm hover:bg-accent-wash"
      >
        <MessageCircle className="size-4" />
        {t("product.shareWhatsapp")}
      </a>
    </div>
  )
}
