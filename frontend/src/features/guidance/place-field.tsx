import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { useDebounced } from "@/lib/use-debounced"
import { placesQuery } from "./queries"

const MAX_LENGTH = 200
/** Minimum length of a search: shorter prefixes match too many towns. */
const MIN_TYPED = 2

type PlaceFieldProps = { value: string; onChange: (value: string) => void; error: string | undefined }

/** Place of birth: a datalist suggests towns; any other text is accepted too. */
export function PlaceField({ value, onChange, error }: PlaceFieldProps) {
  const { t } = useTranslation("guidance")
  const list = useId()
  const typed = useDebounced(value.trim(), 200)
  const places = useQuery({
    ...placesQuery(typed),
    enabled: typed.length >= MIN_TYPED,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <TextField
        label={t("form.placeOfBirth")}
        name="placeOfBirth"
        autoComplete="off"
        maxLength={MAX_LENGTH}
        hint={t("form.placeHint")}
        list={list}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <datalist id={list}>
        {places.data?.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </>
  )
}
