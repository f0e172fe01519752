import { inBrowser } from "./browser"

/**
 * The two languages of the shop; English is the default.
 *
 * The choice is stored in local storage, and in a cookie for server rendering. A URL with `?lang=hi` (listed by search
 * engines for Hindi) sets it, too.
 */
export const languages = ["en", "hi"] as const
export type Language = (typeof languages)[number]

const KEY = "language"
const ONE_YEAR = 365 * 24 * 60 * 60

const isLanguage = (value: string | null): value is Language => languages.some((known) => known === value)

/** The stored choice; English on the server. */
export function storedLanguage(): Language {
  const stored = inBrowser ? localStorage.getItem(KEY) : null
  return isLanguage(stored) ? stored : "en"
}

export function storeLanguage(language: Language) {
  localStorage.setItem(KEY, language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist on plain http.
  document.cookie = `${KEY}=${language}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax`
}

/** The language in the URL. */
export function addressedLanguage(): Language | null {
  const asked = new URLSearchParams(window.location.search).get("lang")
  return isLanguage(asked) ? asked : null
}

/** Store the language of the URL, once: the reader may change it afterwards. */
export function adoptLanguageOfAddress() {
  // Written again at every visit: cookies expire sooner than local storage.
  storeLanguage(addressedLanguage() ?? storedLanguage())
  const address = new URL(window.location.href)
  if (!address.searchParams.has("lang")) return
  address.searchParams.delete("lang")
  window.history.replaceState(window.history.state, "", address)
}
