import { Plus, X } from "lucide-react"
import { Button, IconButton } from "@/components/button"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { BothFields, Check, Field, useFields } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import { formatRupees } from "@/lib/money"
import { type Draft, newOption } from "./draft"

export const optionLists = ["origins", "sizes", "pendantOptions"] as const
const MAX_DESCRIPTION = 320
type List = (typeof optionLists)[number]

/** Options of the product with their price differences, and the resulting lowest price. */
export function OptionsEditor() {
  const { t } = useTranslation("adminProducts")
  const { values: draft } = useFields<Draft>()
  const { sizes } = draft.customization
  const added = sizes.map(({ price }) => Number(price)).filter(Number.isFinite)
  const lowest = Number(draft.price) + Math.min(0, ...added)
  const price = Number(draft.price)
  return (
    <>
      {price > 0 &&
        (lowest > 0 ? (
          <p className="text-ink-soft text-sm">{t("options.lowest", { price: formatRupees(lowest) })}</p>
        ) : (
          <Notice tone="danger" announce>
            {t("options.tooLow")}
          </Notice>
        ))}
      {optionLists.map((list) => (
        <OptionList key={list} list={list} />
      ))}
      <fieldset className="rounded-md border border-line p-4">
        <legend className="px-1 font-medium text-sm">{t("fields.xrayCertification")}</legend>
        <div className="grid items-end gap-4 sm:grid-cols-[1fr_12rem]">
          <Check path="customization.xrayCertification.available">{t("options.xrayOffered")}</Check>
          <Field path="customization.xrayCertification.price" label={t("options.adds")} inputMode="numeric" />
        </div>
        <div className="mt-4">
          <Description path="customization.xrayCertification" />
        </div>
      </fieldset>
    </>
  )
}

function Description({ path }: { path: string }) {
  const { t } = useTranslation("adminProducts")
  return (
    <BothFields path={`${path}.description`} label={t("options.description")} maxLength={MAX_DESCRIPTION} />
  )
}

function OptionList({ list }: { list: List }) {
  const { t } = useTranslation("adminProducts")
  const { values: draft, set } = useFields<Draft>()
  const optionLabel = useOptionLabel()
  const pictures = draft.pictures.flatMap(({ preview }, place) =>
    preview ? [{ value: preview.url, label: t("pictures.alt", { number: place + 1 }) }] : [],
  )
  const path = `customization.${list}` as const
  const options = draft.customization[list]
  return (
    <fieldset className="rounded-md border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t(`fields.${list}`)}</legend>
      {options.length === 0 && <p className="text-ink-soft text-sm">{t("options.none")}</p>}
      <ul className="space-y-3">
        {options.map((option, place) => {
          const name = optionLabel(option.name) || t("options.unnamed", { number: place + 1 })
          return (
            <li
              key={option.key}
              className="grid grid-cols-[1fr_7rem_auto] items-start gap-x-3 gap-y-1 sm:grid-cols-[1fr_9rem_9rem_auto]"
            >
              <Field path={`${path}.${place}.name`} label={t("options.name")} maxLength={40} />
              <Field
                path={`${path}.${place}.price`}
                label={t("options.adds")}
                inputMode={list === "sizes" ? undefined : "numeric"}
              />
              <div className="max-sm:order-last max-sm:col-span-3 sm:mt-8">
                <Check path={`${path}.${place}.available`}>{t("options.available")}</Check>
              </div>
              <IconButton
                label={t("options.remove", { name })}
                className="mt-7"
                onClick={() =>
                  set(
                    path,
                    options.filter(({ key }) => key !== option.key),
                  )
                }
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
              <div className="order-last col-span-full">
                <Description path={`${path}.${place}`} />
                {pictures.length > 1 && (
                  <NativeSelect
                    label={t("options.picture")}
                    value={pictures.some(({ value }) => value === option.picture) ? option.picture : ""}
                    options={[{ value: "", label: t("options.noPicture") }, ...pictures]}
                    onChange={({ target }) => set(`${path}.${place}.picture`, target.value)}
                    className="mt-3 sm:max-w-80"
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Button
        variant="quiet"
        size="sm"
        className="mt-3"
        onClick={() => set(path, [...options, newOption("", 0)])}
      >
        <Plus aria-hidden="true" className="size-4" />
        {t("options.add")}
      </Button>
    </fieldset>
  )
}
