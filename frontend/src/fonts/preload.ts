import type { Language } from "@/lib/language"
import fraunces from "./fraunces-latin-400.woff2?url"
import muktaDevanagari from "./mukta-devanagari-400.woff2?url"
import mukta400 from "./mukta-latin-400.woff2?url"
import mukta500 from "./mukta-latin-500.woff2?url"
import tiroDevanagari from "./tiro-devanagari-400.woff2?url"

/** The fonts that every first screen of a language needs: its text and its headings, for `<link rel="preload">`. */
export const preloadedFonts: Record<Language, readonly string[]> = {
  en: [mukta400, mukta500, fraunces],
  hi: [muktaDevanagari, tiroDevanagari, mukta400, mukta500],
}
