import i18next from "i18next"
import { initReactI18next } from "react-i18next"
import { type Language, languages, storedLanguage, storeLanguage } from "@/lib/language"
import { en } from "./en"

type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }
export type Translation = SameKeys<typeof en>

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shop"
    resources: typeof en
  }
}

/** English comes with the application; Hindi is fetched by those who read it. */
async function load(language: Language) {
  if (language === "hi" && !i18next.hasResourceBundle("hi", "shop")) {
    const { hi } = await import("./hi")
    for (const [namespace, texts] of Object.entries(hi)) i18next.addResourceBundle("hi", namespace, texts)
  }
}

/** Switch the whole page and remember the choice; API calls follow through Accept-Language. */
export async function setLanguage(language: Language) {
  await load(language)
  storeLanguage(language)
  await i18next.changeLanguage(language)
}

i18next.on("languageChanged", (language) => {
  document.documentElement.lang = language
})

await i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  supportedLngs: languages,
  defaultNS: "shop",
  resources: { en },
  partialBundledLanguages: true,
  interpolation: { escapeValue: false },
  returnNull: false,
})
if (storedLanguage() !== "en") await setLanguage(storedLanguage())
