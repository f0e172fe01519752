import { inBrowser } from "./browser"
import { browserStorage } from "./storage"

/**
 * The two languages of the shop; English is the default.
 *
 * The choice is stored in local storage, and in a cookie for server rendering. A URL with `?lang=hi` (listed by search
 * engines for Hindi) sets it, too.
 */
export const languages = ["en", "hi"] as const
export type Language = (typeof languages)[number]

const KEY = "language"
const IN_COOKIE = /(?:^|; )language=(\w+)/
const ONE_YEAR = 365 * 24 * 60 * 60

const isLanguage = (value: string | null): value is Language => languages.some((known) => known === value)

/** The stored choice; English on the server. */
export function storedLanguage(): Language {
  if (!inBrowser) return "en"
  // The cookie, where the browser stores nothing else.
  const stored = browserStorage.getItem(KEY) ?? IN_COOKIE.exec(document.cookie)?.[1] ?? null
  return isLanguage(stored) ? stored : "en"
}

export function storeLanguage(language: Language) {
  browserStorage.setItem(KEY, language)
  const secure = window.location.protocol === "https:" ? "; Secure" : ""
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist on plain http.
  document.cookie = `${KEY}=${language}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax${secure}`
}

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
