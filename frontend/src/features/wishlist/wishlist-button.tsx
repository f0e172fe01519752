import { Heart } from "lucide-react"
import { CountedIcon } from "@/components/counted-icon"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { useTopic } from "@/lib/live"
import { useUser } from "@/stores/session"
import { wishlistQuery } from "./queries"
import { useWishlist } from "./use-wishlist"

/** The heart in the header with the number of wishes; it also keeps the list in step with other screens. */
export function WishlistButton() {
  const { t } = useTranslation()
  const { ids } = useWishlist()
  useLiveWishlist()
  const count = ids.length
  return (
    <Link
      to="/wishlist"
      aria-label={count > 0 ? t("keep.wishlistCount", { count }) : t("keep.wishlist")}
      title={t("keep.wishlist")}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink transition-colors hover:text-accent"
    >
      <CountedIcon icon={Heart} count={count} />
    </Link>
  )
}

/** Follow what the account's other tabs and devices do. */
function useLiveWishlist() {
  const { user } = useUser()
  useTopic(user ? `wishlist:${user._id}` : null, wishlistQuery, {
    merge: (held, live) => ({
      ...held,
      ...live,
      wishlist: held.wishlist.filter(({ _id }) => live.productIds.includes(_id)),
    }),
  })
}
