import { DayField } from "@/components/day-field"
import { useTranslation } from "@/i18n"
import type { DayProblem, Days } from "./days"
import type { Typing } from "./use-filter-input"

/** The fields of a date range. */
export function DayFields<T extends Days, P extends string>({
  typed,
  problems,
  type,
}: Typing<T, P | DayProblem>) {
  const { t } = useTranslation("admin")
  return (["startDate", "endDate"] as const).map((name) => {
    const problem = problems[name]
    return (
      <DayField
        key={name}
        label={t(`filters.${name}`)}
        value={typed[name]}
        error={isDayProblem(problem) ? t(`filters.problems.${problem}`) : undefined}
        onChange={(value) => type({ ...typed, [name]: value })}
      />
    )
  })
}

const isDayProblem = (problem: string | undefined): problem is DayProblem =>
  problem === "notADate" || problem === "endBeforeStart"
