import { createInstance } from "i18next"
import { createContext, use, useSyncExternalStore } from "react"
import { adoptLanguageOfAddress, type Language, storedLanguage, storeLanguage } from "@/lib/language"
import { pause } from "@/lib/pause"
import type { en } from "./en"

/*
 * The shop's texts: i18next, one file per language and namespace, fetched with the pages that use them. The hook is our
 * own: it lets a component wait for its texts and knows every key.
 */

type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }
/** What another language must have: exactly the English keys. */
export type Translation = SameKeys<typeof en>
export type Namespace = keyof typeof en

type Singular<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
type Keys<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${Keys<T[K]>}`
}[keyof T & string]
/** A text of namespace N by its path, or one of any other namespace with that one's name in front. */
export type TextKey<N extends Namespace> =
  | Keys<(typeof en)[N]>
  | { [M in Namespace]: `${M}:${Keys<(typeof en)[M]>}` }[Namespace]

/** What goes into a text's slots; `count` chooses the plural form, too. */
type Values = Record<string, string | number>
export type Translate<N extends Namespace = "shop"> = (key: TextKey<N>, values?: Values) => string

type Texts = { [key: string]: string | Texts }

/** What every page needs, one file per language. */
const coreTexts = {
  en: () => import("./en/core"),
  hi: () => import("./hi/core"),
} satisfies Record<Language, () => Promise<unknown>>

const i18n = createInstance()
void i18n.init({
  lng: "en",
  // A text missing in one language is a defect the tests find, not a reason to mix two.
  fallbackLng: false,
  ns: [],
  defaultNS: "shop",
  resources: {},
  // There is nothing to wait for.
  initAsync: false,
  interpolation: { escapeValue: false },
})

const loading = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
let current: Language = "en"

/** A payment's page must not wait for the table of the others. */
const paymentTexts = import.meta.glob<Texts>("./*/payment.json", { import: "default" })

async function fetchMoreTexts(language: Language, namespace: string): Promise<Texts | undefined> {
  const name = `./${language}/${namespace}.json`
  const load = paymentTexts[name] ?? (await import("./more")).moreTexts[name]
  return load?.()
}

async function fetchTexts(language: Language, namespace: string) {
  const core: Record<string, Texts> = (await coreTexts[language]()).core
  const texts = core[namespace] ?? (await fetchMoreTexts(language, namespace))
  if (!texts) throw new Error(`no texts ${language}/${namespace}`)
  i18n.addResourceBundle(language, namespace, texts)
}

/** Mark a promise as kept the way `use` does, so that nothing waits for what is here already. */
const isHere = (promise: Promise<void>) => Object.assign(promise, { status: "fulfilled", value: undefined })

function load(language: Language, namespace: string): Promise<void> {
  const name = `${language}/${namespace}`
  let fetching = loading.get(name)
  if (!fetching) {
    const started = fetchTexts(language, namespace)
    fetching = started
    // The network may be back when somebody asks again.
    started.then(
      () => isHere(started),
      () => loading.delete(name),
    )
    loading.set(name, started)
  }
  return fetching
}

const translators = new Map<string, Translate>()

/** A text that stands as it is written. i18next's whole way through plurals and slots costs a page 0.1 s on a phone. */
function plainText(language: Language, namespace: Namespace, key: string): string | null {
  const colon = key.indexOf(":")
  const from = colon < 0 ? namespace : key.slice(0, colon)
  const text: unknown = i18n.getResource(language, from, key.slice(colon + 1))
  return typeof text === "string" && !/{{|\$t\(/.test(text) ? text : null
}

function translatorOf<N extends Namespace>(language: Language, namespace: N): Translate<N> {
  // A new function for each language, so that whatever depends on it is made anew.
  const name = `${language}/${namespace}`
  let known = translators.get(name)
  if (!known) {
    const whole = i18n.getFixedT(language, namespace) as Translate
    const plain = new Map<string, string>()
    known = (key, values) => {
      if (values) return whole(key, values)
      const text = plain.get(key) ?? plainText(language, namespace, key)
      if (text === null) return whole(key)
      plain.set(key, text)
      return text
    }
    translators.set(name, known)
  }
  return known as unknown as Translate<N>
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentLanguage = (): Language => current

/** Call back after every change of the language. */
export const onLanguageChange = subscribe

/** Switch the whole page and remember the choice; API calls follow through Accept-Language. */
export async function setLanguage(language: Language) {
  const shown = Object.keys(i18n.getDataByLanguage(current) ?? {})
  await Promise.all(shown.map((namespace) => load(language, namespace)))
  storeLanguage(language)
  show(language)
  for (const listener of listeners) listener()
}

function show(language: Language) {
  current = language
  // Setting it, even to what it is, has the browser compute every style of the page again.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
}

/** Fetch texts ahead of the components that need them. */
export async function loadTexts(...namespaces: Namespace[]) {
  await Promise.all(namespaces.map((namespace) => load(current, namespace)))
}

/** Fetch a page's texts beside its code, so that it appears at once. */
export async function withTexts<P>(page: Promise<P>, ...namespaces: Namespace[]): Promise<P> {
  // Together: a page that fails while its texts are on their way would be reported as nobody's failure.
  return (await Promise.all([page, loadTexts(...namespaces)]))[0]
}

/** Whether there is a text of this name, for names that come from the server. */
export const hasText = (namespace: Namespace, path: string): boolean =>
  i18n.exists(path, { lng: current, ns: namespace })

/** The language for all below, told by `useLanguageOfPage`: hundreds of texts need not each listen for its change. */
export const LanguageOfPage = createContext<Language | null>(null)

export const useLanguageOfPage = () => useSyncExternalStore(subscribe, currentLanguage)

/**
 * The texts of a namespace (and of others, `other:key`) in the reader's language.
 *
 * The component waits, in its Suspense boundary, for texts that are not here yet.
 */
export function useTranslation<N extends Namespace = "shop">(namespaces?: N | readonly [N, ...Namespace[]]) {
  const language = use(LanguageOfPage) ?? current
  const needed: readonly Namespace[] =
    namespaces === undefined ? ["shop"] : typeof namespaces === "string" ? [namespaces] : namespaces
  // Always in the same number: React takes a `use` that is left out next time for a mistake, and it is one.
  for (const namespace of needed) use(load(language, namespace))
  return { t: translatorOf(language, needed[0] as N), i18n: { language } }
}

adoptLanguageOfAddress()
show(storedLanguage())
// What was set up so far was one task; the texts are another.
await pause()
await loadTexts("shop", "shell")
