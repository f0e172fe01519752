import { mergedDraft } from "@/features/admin/shared/use-draft"
import type { Texts } from "./queries"

/** The own changes on top of the newest texts, field by field in each language. */
export const mergedTexts = (base: Texts, mine: Texts, theirs: Texts): Texts => ({
  en: mergedDraft(base.en, mine.en, theirs.en),
  hi: mergedDraft(base.hi, mine.hi, theirs.hi),
  options: mergedDraft(base.options ?? {}, mine.options ?? {}, theirs.options ?? {}),
})
