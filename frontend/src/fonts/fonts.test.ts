import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { en } from "@/i18n/en"
import { hi } from "@/i18n/hi"

// Vitest leaves style sheets empty when they are imported.
const styles = readFileSync(join(import.meta.dirname, "fonts.css"), "utf8")

const packages = [
  "@fontsource-variable/fraunces/index.css",
  "@fontsource/mukta/400.css",
  "@fontsource/mukta/500.css",
]
  .map((name) => readFileSync(join("node_modules", name), "utf8"))
  .join("\n")

// What names and addresses in India are written with.
const customers = "ABC abc 0123456789 .,-/#&'() ₹ É ñ ā ī ū ṛ ṣ ṇ ॐ क़ ञ"

const facesOf = (sheet: string) =>
  [...sheet.matchAll(/@font-face \{([^}]*)\}/g)]
    .map(([, face = ""]) => ({
      family: /font-family: ["'](.+)["']/.exec(face)?.[1] ?? "",
      file: /url\("?([^")]+)/.exec(face)?.[1] ?? "",
      ranges: /unicode-range:([^;]+)/.exec(face)?.[1] ?? "",
    }))
    .filter(({ file }) => file)
const ours = facesOf(styles)

const spansOf = (ranges: string) =>
  ranges.split(",").map((span) => {
    const [first = "", last = first] = span.trim().replace("U+", "").split("-")
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })

test("a face of ours has the range that its file was cut to", () => {
  const recipe = readFileSync(join(import.meta.dirname, "cut.sh"), "utf8")
  const named = (name: string) => new RegExp(`^${name}="(.*)"`, "m").exec(recipe)?.[1] ?? ""
  expect(ours).toHaveLength(6)
  for (const { file, ranges } of ours) {
    const cut = new RegExp(`"([^"]+)" ${file.slice("./".length)}`).exec(recipe)?.[1] ?? ""
    const letters = cut.replace("$LATIN", named("LATIN")).replace("$DEVANAGARI", named("DEVANAGARI"))
    expect(new Set(spansOf(ranges).map(String))).toEqual(new Set(spansOf(letters).map(String)))
  }
})

test.each([[["Mukta"]], [["Fraunces", "Fraunces Variable", "Tiro Devanagari Hindi"]]])(
  "%s have every letter of our texts and of customers",
  (families) => {
    const spans = [...ours, ...facesOf(packages)]
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
