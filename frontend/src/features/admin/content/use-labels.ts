import { useTranslation } from "@/i18n"
import type { Problem } from "./queries"

const kinds = ["page", "mail", "banner"] as const
const fields = ["title", "lead", "body", "subject", "text", "link", "from", "until", "on"] as const

/** Labels of kinds, fields and problems; an unknown name is shown as it is. */
export function useContentLabels() {
  const { t } = useTranslation("content")
  const kind = (name: string) => {
    const known = kinds.find((each) => each === name)
    return known ? t(`kinds.${known}`) : name
  }
  const field = (name: string) => {
    const known = fields.find((each) => each === name)
    return known ? t(`fields.${known}`) : name
  }
  const problem = ({ kind: what, word }: Problem) => t(`problems.${what}`, { word })
  return { kind, field, problem }
}
