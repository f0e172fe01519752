import { useTranslation } from "@/i18n"

/** A text in both languages. */
export type Both = { en: string; hi: string }

export const noText: Both = { en: "", hi: "" }

/** Return a function that chooses the reader's language; English where there is no Hindi. */
export function useInLanguage() {
  const { i18n } = useTranslation()
  return ({ en, hi }: Both) => (i18n.language === "hi" && hi) || en
}
