import { ChevronLeft, ChevronRight, ZoomIn } from "lucide-react"
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { lazyDialog } from "./lazy-with-retry"
import { Picture, type PictureData } from "./picture"

const Lightbox = lazyDialog(() => import("./lightbox"), "Lightbox")

type ImageGalleryProps = {
  /** The pictures' subject. */
  title: string
  pictures: readonly PictureData[]
  /** Width of the large picture, as a `sizes` attribute. */
  sizes: string
  /** The page's main picture: its first one is fetched at once. */
  eager?: boolean
  /** The picture to show now; another object shows it again. */
  show?: { url: string }
}

/** One picture large, swiped, on larger screens also chosen by its thumbnail; a press opens it over the whole screen to look closer. */
export function ImageGallery({ title, pictures, sizes, eager, show: wanted }: ImageGalleryProps) {
  const { t } = useTranslation()
  const track = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const [closer, setCloser] = useState(false)

  const last = pictures.length - 1
  const current = Math.min(shown, Math.max(0, last))
  const nameOf = (index: number) => t("common.gallery.picture", { number: index + 1, count: last + 1, title })

  function show(index: number) {
    const next = Math.min(last, Math.max(0, index))
    setShown(next)
    const element = track.current
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    const picture = element?.children[next] as HTMLElement | undefined
    element?.scrollTo({ left: picture?.offsetLeft ?? 0, behavior: still ? "instant" : "smooth" })
  }

  const showWanted = useEffectEvent(() => {
    const index = pictures.findIndex(({ url }) => url === wanted?.url)
    if (index >= 0) show(index)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page asks for one, not when the pictures change.
  useEffect(() => {
    showWanted()
  }, [wanted])

  /** A swipe scrolls the track; the picture that fills most of it is the chosen one. */
  function follow() {
    const element = track.current
    if (!element || element.clientWidth === 0) return
    // At the right end the last picture is in sight, though a phone's strip has scrolled less than its widths.
    const scrollable = element.scrollWidth - element.clientWidth
    setShown(scrollable > 0 ? Math.round((element.scrollLeft / scrollable) * last) : 0)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0 || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    show(current + step)
  }

  if (pictures.length === 0) {
    return <Picture src="" alt={title} sizes={sizes} className="rounded-md" />
  }
  return (
    <section aria-label={t("common.gallery.label")} onKeyDown={onKeyDown}>
      <div className="group relative">
        <div
          ref={track}
          onScrollEnd={follow}
          onScroll={follow}
          className={cx(
            "scrollbar-none relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-md",
            last > 0 && "max-sm:gap-2",
          )}
        >
          {pictures.map((picture, index) => (
            <button
              key={picture.url}
              type="button"
              data-printed
              tabIndex={index === current ? 0 : -1}
              aria-hidden={index === current ? undefined : true}
              aria-label={t("common.gallery.closer", { picture: nameOf(index) })}
              onClick={() => setCloser(true)}
              className={cx(
                "block w-full shrink-0 cursor-zoom-in snap-center snap-always focus-visible:-outline-offset-4",
                // The next one is in sight: on a phone there are no thumbnails.
                last > 0 && "max-sm:w-[88%]",
              )}
            >
              <Picture picture={picture} alt={title} sizes={sizes} eager={eager && index === 0} />
            </button>
          ))}
        </div>
        <span
          aria-hidden="true"
          className="pointer-events-none absolute right-3 bottom-3 max-sm:right-[15%] inline-flex items-center gap-2 rounded-full bg-paper/90 px-3 py-1.5 text-ink-soft text-xs tabular-nums print:hidden"
        >
          {last > 0 && (
            <span>
              {current + 1} / {last + 1}
            </span>
          )}
          <ZoomIn className="size-4" />
        </span>
        {last > 0 && (
          <>
            <Arrow to="previous" disabled={current === 0} onClick={() => show(current - 1)} />
            <Arrow to="next" disabled={current === last} onClick={() => show(current + 1)} />
          </>
        )}
      </div>
      {last > 0 && (
        <ul className="mt-3 flex flex-wrap gap-3 max-sm:hidden">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <button
                type="button"
                aria-current={index === current || undefined}
                aria-label={nameOf(index)}
                onClick={() => show(index)}
                className={cx(
                  "block w-20 overflow-hidden rounded-sm border-2 p-0.5 transition-colors",
                  index === current ? "border-accent" : "border-transparent hover:border-line-strong",
                )}
              >
                <Picture picture={picture} alt="" sizes="5rem" className="rounded-xs" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Lightbox
        open={closer}
        onOpenChange={setCloser}
        title={title}
        pictures={pictures}
        index={current}
        onIndexChange={show}
      />
    </section>
  )
}

function Arrow({
  to,
  disabled,
  onClick,
}: {
  to: "previous" | "next"
  disabled: boolean
  onClick: () => void
}) {
  const { t } = useTranslation()
  const Icon = to === "previous" ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={to === "previous" ? t("common.gallery.previous") : t("common.gallery.next")}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        "absolute top-1/2 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full bg-paper/90 text-ink opacity-0 transition-opacity hover:text-accent focus-visible:opacity-100 group-hover:opacity-100 disabled:invisible sm:inline-flex",
        to === "previous" ? "left-3" : "right-3",
      )}
    >
      <Icon className="size-5" />
    </button>
  )
}
