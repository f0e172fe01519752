import type { Texts } from "./queries"

type Fields = Record<string, string>

/** Three-way merge: fields that differ from `base` keep ours, all others take theirs. */
const merged = (base: Fields, mine: Fields, theirs: Fields): Fields => ({
  ...theirs,
  ...Object.fromEntries(Object.entries(mine).filter(([name, text]) => text !== base[name])),
})

/** The own changes on top of the newest texts, field by field in each language. */
export const mergedTexts = (base: Texts, mine: Texts, theirs: Texts): Texts => ({
  en: merged(base.en, mine.en, theirs.en),
  hi: merged(base.hi, mine.hi, theirs.hi),
  options: merged(base.options ?? {}, mine.options ?? {}, theirs.options ?? {}),
})
