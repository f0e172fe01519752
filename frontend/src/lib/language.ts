/**
 * The two languages of the shop; English is the default.
 *
 * The choice lives in local storage, and in a cookie for the server, which writes the first screen. An address
 * with `?lang=hi` (what search engines list for Hindi) is such a choice, too.
 */
export const languages = ["en", "hi"] as const
export type Language = (typeof languages)[number]

const KEY = "language"
const ONE_YEAR = 365 * 24 * 60 * 60

const isLanguage = (value: string | null): value is Language => languages.some((known) => known === value)

export function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY)
  return isLanguage(stored) ? stored : "en"
}

export function storeLanguage(language: Language) {
  localStorage.setItem(KEY, language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist on plain http.
  document.cookie = `${KEY}=${language}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax`
}

/** Take over the language an address asks for, once: the reader may change it afterwards. */
export function adoptLanguageOfAddress() {
  const address = new URL(window.location.href)
  const asked = address.searchParams.get("lang")
  // Stored again at every visit: browsers forget a cookie sooner than local storage.
  storeLanguage(isLanguage(asked) ? asked : storedLanguage())
  if (asked === null) return
  address.searchParams.delete("lang")
  window.history.replaceState(window.history.state, "", address)
}
