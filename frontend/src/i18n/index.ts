import i18next, { type BackendModule } from "i18next"
import { initReactI18next } from "react-i18next"
import {
  adoptLanguageOfAddress,
  type Language,
  languages,
  storedLanguage,
  storeLanguage,
} from "@/lib/language"
import type { en } from "./en"

type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }
export type Translation = SameKeys<typeof en>
export type Namespace = keyof Translation

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shop"
    resources: typeof en
  }
}

type Texts = Record<string, unknown>

/** What every page needs, one file per language. */
const coreTexts = {
  en: () => import("./en/core"),
  hi: () => import("./hi/core"),
} satisfies Record<Language, () => Promise<unknown>>
/** Everything else, one file per language and namespace. */
const moreTexts = import.meta.glob<Texts>(["./*/*.json", "!./*/{common,shell,shop}.json"], {
  import: "default",
})

async function load(language: Language, namespace: string): Promise<Texts> {
  const core = (await coreTexts[language]()).core
  if (namespace in core) return core[namespace as keyof typeof core]
  const texts = await moreTexts[`./${language}/${namespace}.json`]?.()
  if (!texts) throw new Error(`no texts ${language}/${namespace}`)
  return texts
}

/** Fetches texts when a component first asks for them. */
const backend: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    load(language as Language, namespace).then(
      (texts) => done(null, texts),
      // True asks for another try a little later.
      (error: Error) => done(error, true),
    )
  },
}

/** Switch the whole page and remember the choice; API calls follow through Accept-Language. */
export async function setLanguage(language: Language) {
  storeLanguage(language)
  await i18next.changeLanguage(language)
}

/** Fetch a page's texts beside its code, so that it appears at once. */
export async function withTexts<P>(page: Promise<P>, ...namespaces: Namespace[]): Promise<P> {
  await i18next.loadNamespaces(namespaces)
  return page
}

i18next.on("languageChanged", (language) => {
  document.documentElement.lang = language
})

adoptLanguageOfAddress()
await i18next
  .use(backend)
  .use(initReactI18next)
  .init({
    lng: storedLanguage(),
    // Both languages have every text (texts.test.ts), so nobody has to fetch the other one.
    fallbackLng: false,
    supportedLngs: languages,
    defaultNS: "shop",
    ns: ["shop", "shell"],
    interpolation: { escapeValue: false },
    returnNull: false,
  })
