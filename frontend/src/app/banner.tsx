import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import { useState } from "react"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { bannerQuery, closeBanner, closedBanner } from "@/lib/banner"
import { isServerTimeKnown, useServerNow } from "@/lib/clock"
import { useHydrated } from "@/lib/use-hydrated"

const CLOCK_MS = 30_000
/** Interval of refetching a banner with a start or an end while the server's time is unknown. */
const ASK_AGAIN_MS = 60_000

/** The shop's temporary notice above the header of all shop pages. */
export function Banner() {
  const { data: banner } = useQuery({
    ...bannerQuery,
    refetchInterval: ({ state: { data } }) =>
      (data?.startsAt || data?.endsAt) && !isServerTimeKnown() ? ASK_AGAIN_MS : false,
  })
  return banner ? <Shown key={banner.number} banner={banner} /> : null
}

function Shown({ banner }: { banner: Schemas["BannerOut"] }) {
  const { t } = useTranslation("shell")
  const hydrated = useHydrated()
  const now = useServerNow(CLOCK_MS)
  const [isClosed, setClosed] = useState(false)
  const { number, text, link, startsAt, endsAt } = banner
  // The server's page may be some minutes old, and must be hydrated as it is; it names no time.
  const isTime =
    hydrated && isServerTimeKnown()
      ? (!startsAt || Date.parse(startsAt) <= now) && (!endsAt || now < Date.parse(endsAt))
      : banner.isShown
  if (!isTime || isClosed || (hydrated && closedBanner() === number)) return null
  const linkClass = "inline-block py-1 underline underline-offset-4 focus-visible:outline-white"
  return (
    <section aria-label={t("banner")} className="bg-accent text-white print:hidden">
      <div className="page flex items-center gap-4">
        <p className="flex-1 py-1.5 text-center text-sm">
          {link.startsWith("/") ? (
            <Link to={link} className={linkClass}>
              {text}
            </Link>
          ) : link ? (
            <a href={link} className={linkClass}>
              {text}
            </a>
          ) : (
            text
          )}
        </p>
        <button
          type="button"
          aria-label={t("dismiss")}
          onClick={() => {
            closeBanner(number)
            setClosed(true)
          }}
          className="inline-flex size-11 shrink-0 items-center justify-center focus-visible:outline-white"
        >
          <X className="size-5" />
        </button>
      </div>
    </section>
  )
}
