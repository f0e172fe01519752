import { BothFields, Field, SelectField, useFields } from "@/features/admin/shared/form-fields"
import type { Both } from "@/features/admin/shared/in-language"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"

type Option = Schemas["ImportOption"]
type OptionChoice = Schemas["ImportOptionIn"]

const KINDS = ["variants", "origin", "size", "pendant", "xray", "none"] as const
const MAX_OPTION_NAME = 40

/** Values of the form by their place: words of another shop are no names of fields. */
export type OptionValues = { becomes: string; name: Both; values: Both[] }

export const optionValues = (option: Option, chosen: OptionChoice | undefined): OptionValues => ({
  becomes: chosen?.becomes ?? "variants",
  name: { en: "", hi: "", ...chosen?.name },
  values: option.values.map((value) => ({ en: "", hi: "", ...chosen?.values?.[value] })),
})

/** Return the choices of the options that are not simply variants under their own names. */
export const optionChoices = (options: readonly Option[], typed: OptionValues[]) =>
  Object.fromEntries(
    options.flatMap((option, at) => {
      const { becomes, name, values } = typed[at] ?? optionValues(option, undefined)
      const named = option.values.flatMap((value, place) => {
        const text = values[place]
        return text?.en || text?.hi ? [[value, text] as const] : []
      })
      const choice = {
        becomes: becomes as NonNullable<OptionChoice["becomes"]>,
        name,
        values: Object.fromEntries(named),
      }
      return becomes !== "variants" || name.en || name.hi || named.length > 0 ? [[option.name, choice]] : []
    }),
  )

type OptionFieldsProps = { option: Option; at: number }

/** What an option of the other shop becomes here, and what its values are called. */
export function OptionFields({ option, at }: OptionFieldsProps) {
  const { t } = useTranslation("moveIn")
  const { values } = useFields<{ options: OptionValues[] }>()
  const becomes = values.options[at]?.becomes
  const path = `options.${at}`
  return (
    <fieldset className="space-y-4 border-line border-t pt-4">
      <legend className="sr-only">{option.name}</legend>
      <SelectField
        className="sm:max-w-md"
        path={`${path}.becomes`}
        label={t("mapping.of", { name: option.name, count: option.rows })}
        options={KINDS.map((kind) => ({ value: kind, label: t(`options.kinds.${kind}`) }))}
      />
      {becomes === "variants" && (
        <BothFields path={`${path}.name`} label={t("options.name")} maxLength={MAX_OPTION_NAME} />
      )}
      {becomes !== "none" && becomes !== "xray" && (
        <details>
          <summary className="cursor-pointer text-sm">
            {t("options.values", { count: option.values.length })}
          </summary>
          <div className="mt-3 space-y-3">
            {option.values.map((value, place) =>
              becomes === "variants" ? (
                <BothFields
                  key={value}
                  path={`${path}.values.${place}`}
                  label={value}
                  maxLength={MAX_OPTION_NAME}
                />
              ) : (
                <Field
                  key={value}
                  className="sm:max-w-md"
                  path={`${path}.values.${place}.en`}
                  label={value}
                  maxLength={MAX_OPTION_NAME}
                />
              ),
            )}
          </div>
        </details>
      )}
    </fieldset>
  )
}
