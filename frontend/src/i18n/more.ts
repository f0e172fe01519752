type Texts = { [key: string]: string | Texts }

/**
 * Where the texts of single pages are, one file per language and namespace. A table of its own: with every namespace
 * it grows, and the first screens need none of it.
 */
export const moreTexts = import.meta.glob<Texts>(
  ["./*/*.json", "!./*/{common,keep,payment,promises,shell,shop}.json"],
  { import: "default" },
)
