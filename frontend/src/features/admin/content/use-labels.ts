import { useCodeText } from "@/features/admin/shared/labels"
import { hasText, useTranslation } from "@/i18n"
import type { Problem } from "./queries"
import { readable } from "./readable"

/** The group of a field, as "seed" of "seed.title"; empty for a field without one. */
export const groupOf = (field: string) => field.slice(0, Math.max(field.indexOf("."), 0))

/** Labels of kinds, entries, fields and problems; an unknown name is shown as it is. */
export function useContentLabels() {
  const { t } = useTranslation("content")
  const label = useCodeText("content")
  const kind = (name: string) => label(`kinds.${name}`, name)
  /** Home pages have no title among their texts. */
  const entry = ({ kind, name }: { kind: string; name: string }, title: string) =>
    kind === "home" ? t("chapters") : readable(title || name)
  const field = (name: string) => {
    const part = name.slice(groupOf(name).length).replace(".", "")
    const group = groupOf(name)
    const own = label(`fields.${part}`, part)
    return hasText("content", `groups.${group}`)
      ? t("inGroup", { group: label(`groups.${group}`, group), field: own })
      : own
  }
  const problem = ({ kind: what, word }: Problem) => t(`problems.${what}`, { word })
  return { kind, entry, field, problem }
}
