import { ArrowDown, ArrowUp } from "lucide-react"
import { IconButton } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { FieldNotes } from "@/components/field"
import { useFields } from "@/features/admin/shared/form-fields"
import { type TextKey, useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import type { SettingsValues } from "./fields"

type HomeSection = Schemas["HomeData"]["sections"][number]

const ALL: Record<HomeSection, true> = {
  featured: true,
  seed: true,
  categories: true,
  count: true,
  newArrivals: true,
  xray: true,
  trending: true,
  knot: true,
  why: true,
  blessing: true,
  recommendation: true,
}

/** Order of the front page's sections; without a tick a section is hidden. */
export function HomeSectionsField({ path, label, hint }: { path: string; label: string; hint: string }) {
  const { t } = useTranslation("adminSettings")
  const { values, errors, set } = useFields<SettingsValues>()
  const shown = values.home?.sections as readonly string[]
  const put = (sections: readonly string[]) => set(path as "home.sections", sections)
  const hidden = Object.keys(ALL).filter((name) => !shown.includes(name))
  /** Swap a section with the one before the place. */
  const swap = (place: number) =>
    put(shown.map((name, at) => shown[at === place ? at - 1 : at === place - 1 ? place : at] ?? name))
  return (
    <fieldset className="col-span-full">
      <legend className="font-medium text-sm">{label}</legend>
      <FieldNotes id={undefined} error={errors[path]} hint={hint} />
      <ul className="mt-2 max-w-xl divide-y divide-line">
        {[...shown, ...hidden].map((name, place) => {
          const text = t(`homeSections.${name}` as TextKey<"adminSettings">)
          const isShown = place < shown.length
          return (
            <li key={name} className="flex min-h-12 items-center justify-between gap-4">
              <Checkbox
                checked={isShown}
                onChange={() => put(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
              >
                {text}
              </Checkbox>
              {isShown && (
                <span className="flex">
                  <IconButton
                    label={t("moveUp", { section: text })}
                    disabled={place === 0}
                    onClick={() => swap(place)}
                  >
                    <ArrowUp className="size-5" />
                  </IconButton>
                  <IconButton
                    label={t("moveDown", { section: text })}
                    disabled={place === shown.length - 1}
                    onClick={() => swap(place + 1)}
                  >
                    <ArrowDown className="size-5" />
                  </IconButton>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
