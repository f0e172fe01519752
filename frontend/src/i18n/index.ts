import { createInstance, type i18n as I18n } from "i18next"
import resourcesToBackend from "i18next-resources-to-backend"
import { useContext, useSyncExternalStore } from "react"
import { I18nContext, initReactI18next, useTranslation as useI18next } from "react-i18next"
import { addressedLanguage, type Language, languages, storedLanguage, storeLanguage } from "@/lib/language"
import type { en } from "./en"

/* The shop's texts: i18next and react-i18next, one file per language and namespace, fetched with the pages that use them. */

type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }
/** The type of another language's texts: exactly the English keys. */
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

/** Values of a text's placeholders; `count` also chooses the plural form. */
type Values = Record<string, string | number>
export type Translate<N extends Namespace = "shop"> = (key: TextKey<N>, values?: Values) => string

type Texts = { [key: string]: string | Texts }

/** The texts of all pages, one file per language. */
const coreTexts: Record<Language, () => Promise<{ core: Record<string, Texts> }>> = {
  en: () => import("./en/core"),
  hi: () => import("./hi/core"),
}
const CORE: readonly string[] = ["shop", "shell"] satisfies Namespace[]
const otherTexts = import.meta.glob<Texts>(["./*/*.json", "!./*/{common,keep,promises,shell,shop}.json"], {
  import: "default",
})

const fetchTexts = async (language: Language, namespace: string) =>
  CORE.includes(namespace)
    ? (await coreTexts[language]()).core[namespace]
    : otherTexts[`./${language}/${namespace}.json`]?.()

const backend = resourcesToBackend((language: Language, namespace: string, callback) => {
  // i18next tries again after a failure that says so with `true`.
  fetchTexts(language, namespace).then(
    (texts) => callback(null, texts),
    (error) => callback(error, true),
  )
})

const settings = {
  // A text missing in one language is a defect the tests find, not a reason to mix two.
  fallbackLng: false,
  defaultNS: "shop",
  interpolation: { escapeValue: false },
  maxRetries: 2,
  retryTimeout: 500,
} as const

/** Make the texts of one language for the server, which holds them all. */
export function createTexts(language: Language, resources: Record<string, Texts>): I18n {
  const texts = createInstance()
  void texts.init({ ...settings, lng: language, resources: { [language]: resources }, initAsync: false })
  return texts
}

/** The browser's texts; a document of the server begins in the language it is written in. */
export const i18n = createInstance()
void i18n
  .use(backend)
  .use(initReactI18next)
  .init({ ...settings, lng: firstLanguage(), ns: [], initAsync: false, partialBundledLanguages: true })

function firstLanguage(): Language {
  if (typeof document === "undefined") return "en"
  // A browser that translates the page names another language here.
  const written = languages.find((language) => language === document.documentElement.lang)
  const isWritten = Boolean(document.getElementById("root")?.firstElementChild)
  return (isWritten && written) || (addressedLanguage() ?? storedLanguage())
}

export const currentLanguage = () => i18n.language as Language

/** Call back after every change of the language; the answer ends that. */
export function onLanguageChange(listener: () => void): () => void {
  i18n.on("languageChanged", listener)
  return () => i18n.off("languageChanged", listener)
}

/** Switch the whole page and remember the choice; API calls follow through Accept-Language. */
export async function setLanguage(language: Language) {
  // Its texts first: those of the namespaces in use are fetched before anything changes.
  await i18n.loadLanguages(language)
  storeLanguage(language)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** Fetch texts ahead of the components that need them; raises what the last attempt raised. */
export const loadTexts = (...namespaces: Namespace[]) =>
  new Promise<void>((resolve, reject) => {
    void i18n.loadNamespaces(namespaces, (errors?: readonly unknown[]) =>
      errors ? reject(errors[0]) : resolve(),
    )
  })

/** Fetch a page's texts beside its code, so that it appears at once. */
export async function withTexts<P>(page: Promise<P>, ...namespaces: Namespace[]): Promise<P> {
  // Together: a page that fails while its texts are on their way would be reported as nobody's failure.
  return (await Promise.all([page, loadTexts(...namespaces)]))[0]
}

/** Return true when there is a text of this name, for names that come from the server. */
export const hasText = (namespace: Namespace, path: string): boolean => i18n.exists(path, { ns: namespace })

/** The language that hydration renders: the document's, even when the reader has chosen another one meanwhile. */
const writtenLanguage = currentLanguage()

/** The page's language. */
export const useLanguage: () => Language = import.meta.env.SSR
  ? () => useTextsHere().language as Language
  : () => useSyncExternalStore(onLanguageChange, currentLanguage, () => writtenLanguage)

// As react-i18next does without a provider around.
const useTextsHere = (): I18n => (useContext(I18nContext) as { i18n: I18n } | undefined)?.i18n ?? i18n

/**
 * The keys of our texts: those of a namespace (and of others, `other:key`) in the reader's language. The component
 * waits, in its Suspense boundary, for texts that are not here yet.
 */
export function useTranslation<N extends Namespace = "shop">(namespaces?: N | readonly [N, ...Namespace[]]) {
  const language = useLanguage()
  const { t } = useTexts(namespaces, optionsIn[language])
  return { t: t as unknown as Translate<N>, i18n: { language } }
}

// The same objects each time: the hook compares them.
const optionsIn = { en: { lng: "en" }, hi: { lng: "hi" } } as const

const useTexts = import.meta.env.SSR ? useServersTexts : (useI18next as typeof useServersTexts)

/**
 * The value of react-i18next's hook where all texts are there and no language changes. The hook itself copies the whole
 * i18next instance for each component, a quarter of the time a page takes to render.
 */
function useServersTexts(namespaces?: string | readonly string[], _options?: { lng: Language }) {
  const texts = useTextsHere()
  const namespace = (typeof namespaces === "string" ? namespaces : namespaces?.[0]) ?? settings.defaultNS
  const t = (key: string, values?: Values) => texts.t(key, { ns: namespace, ...values })
  return { t }
}
