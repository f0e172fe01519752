import { useTranslation } from "@/i18n"
import type { Problem } from "./queries"
import { readable } from "./readable"

const kinds = ["page", "mail", "banner", "home"] as const
const fields = [
  "title",
  "lead",
  "body",
  "subject",
  "text",
  "link",
  "from",
  "until",
  "on",
  "name",
  "action",
  "alt",
] as const
const groups = ["seed", "count", "xray", "knot", "blessing"] as const

/** What a field belongs to, as "seed" of "seed.title"; empty for one that stands alone. */
export const groupOf = (field: string) => field.slice(0, Math.max(field.indexOf("."), 0))

/** Labels of kinds, entries, fields and problems; an unknown name is shown as it is. */
export function useContentLabels() {
  const { t } = useTranslation("content")
  const kind = (name: string) => {
    const known = kinds.find((each) => each === name)
    return known ? t(`kinds.${known}`) : name
  }
  /** Some have no title among their texts. */
  const entry = ({ kind, name }: { kind: string; name: string }, title: string) =>
    kind === "home" ? t("chapters") : readable(title || name)
  const field = (name: string) => {
    const part = name.slice(groupOf(name).length).replace(".", "")
    const known = fields.find((each) => each === part)
    const group = groups.find((each) => each === groupOf(name))
    const label = known ? t(`fields.${known}`) : part
    return group ? t("inGroup", { group: t(`groups.${group}`), field: label }) : label
  }
  const problem = ({ kind: what, word }: Problem) => t(`problems.${what}`, { word })
  return { kind, entry, field, problem }
}
