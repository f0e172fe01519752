import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import type { DayProblem, Days } from "./days"
import type { Typing } from "./use-filter-input"

/** The fields of a date range. */
export function DayFields({ typed, problems, type }: Typing<Days, DayProblem>) {
  const { t } = useTranslation("admin")
  return (["startDate", "endDate"] as const).map((name) => (
    <TextField
      key={name}
      label={t(`filters.${name}`)}
      type="date"
      value={typed[name]}
      error={problems[name] && t(`filters.problems.${problems[name]}`)}
      onChange={({ target }) => type({ ...typed, [name]: target.value })}
    />
  ))
}
