import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { Search, Sliders, StarsAndRatings } from "./inputs"
import { Galleries, Overlays, Toasts } from "./layers"

const parts = {
  slider: Sliders,
  stars: StarsAndRatings,
  search: Search,
  overlays: Overlays,
  toasts: Toasts,
  gallery: Galleries,
} as const

const names = Object.keys(parts) as (keyof typeof parts)[]

/** The components that are worked by keyboard, pointer and finger, each by itself. */
export function Component() {
  const { t } = useTranslation("dev")
  return (
    <div className="page py-12">
      <PageHead title={t("title")} />
      <h1 className="text-4xl">{t("title")}</h1>
      <p className="mt-3 max-w-2xl text-ink-soft">{t("lead")}</p>
      {names.map((name) => {
        const Part = parts[name]
        return (
          <section
            key={name}
            id={name}
            aria-labelledby={`${name}-title`}
            data-part={name}
            className="mt-12 border-line border-t pt-8"
          >
            <h2 id={`${name}-title`} className="mb-6 text-2xl">
              {t(`parts.${name}`)}
            </h2>
            <Part />
          </section>
        )
      })}
    </div>
  )
}
