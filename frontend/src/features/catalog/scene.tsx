import { useId } from "react"
import { Link } from "@/components/link"
import { type SceneName, ScenePicture } from "@/components/scene-picture"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type SceneProps = {
  name: SceneName
  /** The picture is on the left on wide screens. */
  flip?: boolean
  /** Where the chapter leads. */
  to?: string
}

/** One chapter of the home page's story: a picture as wide as the screen, and a few words. */
export function Scene({ name, flip, to }: SceneProps) {
  const { t } = useTranslation("scenes")
  const id = useId()
  const dark = name === "xray"
  return (
    <section
      aria-labelledby={id}
      className={cx("relative isolate mt-20 overflow-hidden lg:mt-28", dark ? "bg-night" : "bg-tile")}
    >
      <ScenePicture
        name={name}
        sizes="(min-width: 64rem) 56vw, 100vw"
        className={cx(
          "-z-10 aspect-4/3 w-full object-cover lg:absolute lg:inset-y-0 lg:aspect-auto lg:h-full lg:w-[56vw]",
          flip ? "lg:left-0" : "lg:right-0",
        )}
      />
      {/* The seed fills its picture, and an X-ray has its own ground. */}
      {name !== "seed" && !dark && (
        <span
          aria-hidden="true"
          className={cx(
            "absolute inset-y-0 -z-10 w-40 max-lg:hidden",
            flip ? "fade-from-right left-[calc(56vw-10rem)]" : "fade-from-left right-[calc(56vw-10rem)]",
          )}
        />
      )}
      <div className="page flex items-center py-12 sm:py-16 lg:min-h-[38rem]">
        <div className={cx("max-w-xl lg:w-2/5 lg:max-w-sm", flip && "lg:ml-auto")}>
          <p className={cx("eyebrow", dark && "text-tile!")}>{t(`chapters.${name}.name`)}</p>
          <h2 id={id} className={cx("mt-4 text-3xl lg:text-4xl", dark && "text-paper")}>
            {t(`chapters.${name}.title`)}
          </h2>
          <p className={cx("mt-5 text-lg", dark ? "text-tile" : "text-ink-soft")}>
            {t(`chapters.${name}.text`)}
          </p>
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
              {t(`chapters.${name}.action` as "chapters.count.action")}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}
