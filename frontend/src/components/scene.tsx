import { useId } from "react"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { Link } from "./link"
import { type SceneName, ScenePicture } from "./scene-picture"

/** The link of each chapter. */
const targets: Partial<Record<SceneName, string>> = {
  count: "/rudraksha",
  xray: "/verify",
  knot: "/products?search=mala",
}
/** Their pictures are on the left on wide screens. */
const flipped: readonly SceneName[] = ["count", "knot"]

/** One chapter of the home page's story: a picture as wide as the page, and a few words. */
export function Scene({ chapter }: { chapter: Schemas["HomeChapter"] }) {
  const { picture, name, title, text, action, alt } = chapter
  const id = useId()
  // The home page draws its beginning itself; here staff read its words.
  if (picture === "hero") return <p className="p-5 font-display text-2xl">{`${name}: ${title} ${text}`}</p>
  const dark = picture === "xray"
  const flip = flipped.includes(picture)
  const to = targets[picture]
  return (
    // By its own width rather than the screen's: staff see it beside their rail.
    <section
      aria-labelledby={id}
      className={cx(
        "@container relative isolate mt-20 overflow-hidden lg:mt-28",
        dark ? "bg-night" : "bg-tile",
      )}
    >
      <ScenePicture
        name={picture}
        alt={alt}
        sizes="(min-width: 64rem) 56vw, 100vw"
        className={cx(
          "-z-10 aspect-4/3 w-full object-cover @5xl:absolute @5xl:inset-y-0 @5xl:aspect-auto @5xl:h-full @5xl:w-[56%]",
          flip ? "@5xl:left-0" : "@5xl:right-0",
          // Passes into the ground beside it.
          picture === "count" && "@5xl:fade-right",
          picture === "blessing" && "@5xl:fade-left",
        )}
      />
      <div className="page flex items-center py-12 @5xl:min-h-[38rem] sm:py-16">
        <div className={cx("max-w-xl @5xl:w-2/5 @5xl:max-w-sm", flip && "@5xl:ml-auto")}>
          <p className={cx("eyebrow", dark && "text-tile!")}>{name}</p>
          <h2 id={id} className={cx("mt-4 text-3xl @5xl:text-4xl", dark && "text-paper")}>
            {title}
          </h2>
          <p className={cx("mt-5 text-lg", dark ? "text-tile" : "text-ink-soft")}>{text}</p>
          {to && (
            <Link
              to={to}
              className={cx(
                "mt-7 inline-flex min-h-11 items-center border-gold border-b-2 font-medium transition-colors",
                dark
                  ? "text-paper hover:text-gold focus-visible:outline-paper"
                  : "text-accent hover:text-accent-deep",
              )}
            >
              {action}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}
