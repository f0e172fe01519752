import muktaDevanagari from "@fontsource/mukta/files/mukta-devanagari-400-normal.woff2?url"
import mukta400 from "@fontsource/mukta/files/mukta-latin-400-normal.woff2?url"
import mukta500 from "@fontsource/mukta/files/mukta-latin-500-normal.woff2?url"
import tiroDevanagari from "@fontsource/tiro-devanagari-hindi/files/tiro-devanagari-hindi-devanagari-400-normal.woff2?url"
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url"
import type { Language } from "@/lib/language"

/**
 * The fonts that every first screen of a language needs: its text and its headings, for `<link rel="preload">`.
 *
 * Left to the browser to find: ₹ alone (Mukta's latin-ext, 15 kB for each weight), which not every page shows, and on
 * Hindi pages the Latin letters and figures (78 kB), which are few beside 198 kB of Devanagari.
 */
export const preloadedFonts: Record<Language, readonly string[]> = {
  en: [mukta400, mukta500, fraunces],
  hi: [muktaDevanagari, tiroDevanagari],
}
