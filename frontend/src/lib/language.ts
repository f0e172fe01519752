/** The two languages of the shop. The choice lives in local storage; English is the default. */
export const languages = ["en", "hi"] as const
export type Language = (typeof languages)[number]

const KEY = "language"

const isLanguage = (value: string | null): value is Language => languages.some((known) => known === value)

export function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY)
  return isLanguage(stored) ? stored : "en"
}

export function storeLanguage(language: Language) {
  localStorage.setItem(KEY, language)
}
