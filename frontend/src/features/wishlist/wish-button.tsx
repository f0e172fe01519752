import { Heart } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { buttonClass } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { cx } from "@/lib/cx"
import { useLoginAddress } from "@/lib/redirect"
import { toast } from "@/lib/toast"
import { useWishlist } from "./use-wishlist"

type WishButtonProps = {
  product: { _id: string; title: string }
  /** A heart on a card's picture, or a button with words. */
  variant?: "icon" | "text"
  className?: string
}

/** Keeps a product for later, or lets it go. Guests' wishes stay in the browser until they log in. */
export function WishButton({ product, variant = "icon", className }: WishButtonProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const login = useLoginAddress()
  const { ids, isGuest, toggle } = useWishlist()
  const wished = ids.includes(product._id)
  const card = variant === "icon"

  function press() {
    toggle(product._id, {
      onSuccess: (added) => {
        if (added) toast.success(t(card ? "keep.cardWished" : "keep.wished"))
        else toast.success(t(card ? "keep.cardUnwished" : "keep.unwished"))
        // Said once: the first wish of a browser.
        if (added && isGuest && ids.length === 0) {
          toast.info(t("keep.guestWish"), { label: t("keep.login"), onClick: () => void navigate(login) })
        }
      },
      onError: (error, adding) => {
        const failed = t(card ? "keep.cardFailed" : adding ? "keep.wishFailed" : "keep.unwishFailed")
        toast.error(errorText(error, failed))
      },
    })
  }

  const { title } = product
  return (
    <button
      type="button"
      aria-label={wished ? t("keep.unwishOf", { title }) : t("keep.wishOf", { title })}
      title={wished ? t("keep.unwish") : t("keep.wish")}
      onClick={press}
      className={cx(
        card
          ? "z-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-paper/90 text-ink transition-colors hover:text-accent"
          : cx(buttonClass({ variant: "quiet", size: "sm" }), "-ml-3.5 min-h-11"),
        className,
      )}
    >
      <Heart
        strokeWidth={1.75}
        className={cx("size-5 transition-colors", wished && "fill-accent text-accent")}
      />
      {!card && (wished ? t("keep.unwish") : t("keep.wish"))}
    </button>
  )
}
