import { readFileSync } from "node:fs"
import { join } from "node:path"
import mukta from "@fontsource/mukta/unicode.json"
import tiro from "@fontsource/tiro-devanagari-hindi/unicode.json"
import fraunces from "@fontsource-variable/fraunces/unicode.json"
import { expect, test } from "vitest"
import { en } from "@/i18n/en"
import { hi } from "@/i18n/hi"

// Vitest leaves style sheets empty when they are imported.
const styles = readFileSync(join(import.meta.dirname, "fonts.css"), "utf8")

const packages: Record<string, Record<string, string>> = {
  Fraunces: fraunces,
  Mukta: mukta,
  "Tiro Devanagari Hindi": tiro,
}

// What names and addresses in India are written with.
const customers = "ABC abc 0123456789 .,-/#&'() ₹ É ñ ā ī ū ṛ ṣ ṇ ॐ क़ ञ"

const faces = [...styles.matchAll(/@font-face \{([^}]*)\}/g)]
  .map(([, face = ""]) => ({
    family: /font-family: "(.+)"/.exec(face)?.[1] ?? "",
    subset: /-(latin-ext|latin|devanagari)-(?:\d+|wght)-normal\.woff2/.exec(face)?.[1],
    ranges: /unicode-range:([^;]+)/.exec(face)?.[1] ?? "",
  }))
  .flatMap(({ subset, ...face }) => (subset ? [{ ...face, subset }] : []))

const spansOf = (ranges: string) =>
  ranges.split(",").map((span) => {
    const [first = "", last = first] = span.trim().replace("U+", "").split("-")
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })

test("every face has the range that its package names for the file", () => {
  expect(faces).toHaveLength(9)
  for (const { family, subset, ranges } of faces)
    expect(spansOf(ranges)).toEqual(spansOf(packages[family]?.[subset] ?? ""))
})

test.each([[["Mukta"]], [["Fraunces", "Tiro Devanagari Hindi"]]])(
  "%s have every letter of our texts and of customers",
  (families) => {
    const spans = faces
      .filter(({ family }) => families.includes(family))
      .flatMap(({ ranges }) => spansOf(ranges))
    const letters = [...new Set(JSON.stringify([en, hi]) + customers)]
    const missing = letters.filter((letter) => {
      const code = letter.codePointAt(0) ?? 0
      return !spans.some(([first, last]) => first <= code && code <= last)
    })

    // The families never had this arrow; the device draws its own.
    expect(missing.filter((letter) => letter !== "→")).toEqual([])
  },
)
