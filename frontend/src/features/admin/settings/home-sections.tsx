import { ArrowUp } from "lucide-react"
import { IconButton } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { FieldNotes } from "@/components/field"
import { useFields } from "@/features/admin/shared/form-fields"
import { useCodeText } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"

/** As project/core/shop_look.py has them. */
const ALL = "featured seed categories count newArrivals xray trending knot why blessing recommendation".split(
  " ",
)

/** Order of the home page's sections; without a tick a section is hidden. */
export function HomeSectionsField({ path, label, hint }: { path: string; label: string; hint: string }) {
  const { t } = useTranslation("adminSettings")
  const { values, errors, set } = useFields<Record<string, unknown>>()
  const text = useCodeText("adminSettings")
  const { sections: shown = [] } = values.home as { sections?: readonly string[] }
  const put = (sections: readonly string[]) => set(path, sections)
  return (
    <fieldset className="col-span-full">
      <legend className="font-medium text-sm">{label}</legend>
      <FieldNotes id={undefined} error={errors[path]} hint={hint} />
      <ul className="mt-2 max-w-xl divide-y divide-line">
        {[...new Set([...shown, ...ALL])].map((name, place) => {
          const section = text(`homeSections.${name}`, name)
          const isShown = place < shown.length
          return (
            <li key={name} className="flex min-h-12 items-center justify-between gap-4">
              <Checkbox
                checked={isShown}
                onChange={() => put(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
              >
                {section}
              </Checkbox>
              {isShown && place > 0 && (
                <IconButton
                  label={t("moveUp", { section })}
                  onClick={() =>
                    put([...shown.slice(0, place - 1), ...new Set([name, ...shown.slice(place - 1)])])
                  }
                >
                  <ArrowUp className="size-5" />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
