import { hasText, i18n } from "@/i18n"
import { searchedPlaces } from "./use-value-label"

/** A shorter search is no word. */
const SHORTEST = 3
/** As many as the API takes. */
const MOST = 40

type Texts = { readonly [name: string]: string | Texts }

/** Each text with the last name of its path. */
const leaves = (texts: Texts): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : leaves(text)))

const plain = (text: string) => text.normalize().toLocaleLowerCase()

/** The codes that the reader's language has words for in which the search occurs, as an entry shows them. */
export function codesOf(search: string): string[] {
  const wanted = plain(search.trim())
  if (wanted.length < SHORTEST) return []
  const found = new Set<string>()
  for (const [namespace, path] of searchedPlaces) {
    if (!hasText(namespace, path)) continue
    for (const [code, text] of leaves(i18n.t(path, { ns: namespace, returnObjects: true }) as Texts)) {
      if (plain(text).includes(wanted)) found.add(code)
    }
  }
  return [...found].slice(0, MOST)
}
