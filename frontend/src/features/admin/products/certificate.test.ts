import { describe, expect, it } from "vitest"
import { certificateRule, readMilligrams } from "./certificate"

/** The rule with the names of its texts. */
const rule = certificateRule((key) => key)

const good = {
  number: "SGL-2026-0042",
  lab: "Sample Gem Lab",
  issuedOn: "2026-03-01",
  origin: { en: "Nepal", hi: "" },
  weightMilligrams: "2.35",
  mukhi: "5",
  xray: null,
}

/** The names of the problems by field. */
const problemsOf = (typed: typeof good) =>
  Object.fromEntries(
    (rule.safeParse(typed).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  )

describe("a certificate's form", () => {
  it("accepts a laboratory's certificate, also of a stone without faces", () => {
    expect(rule.parse(good)).toMatchObject({ weightMilligrams: 2350, mukhi: 5, xray: null })
    expect(rule.parse({ ...good, mukhi: "" }).mukhi).toBeNull()
  })

  it("requires every field but the optional ones", () => {
    const origin = { en: "", hi: "" }
    const empty = { number: "", lab: " ", issuedOn: "", origin, weightMilligrams: "", mukhi: "", xray: null }
    expect(problemsOf(empty)).toEqual({
      number: "problems.required",
      lab: "problems.required",
      issuedOn: "problems.required",
      "origin.en": "problems.required",
      weightMilligrams: "problems.grams",
    })
  })

  it.each(["0", "31", "five", "2.5", "-1"])("refuses a bead with %s faces", (mukhi) => {
    expect(problemsOf({ ...good, mukhi })).toEqual({ mukhi: "problems.faces" })
  })

  it.each([
    ["2.35", 2350],
    [" 2,35 ", 2350],
    ["0.001", 1],
    ["120", 120_000],
  ])("reads %s g as %d mg", (text, milligrams) => expect(readMilligrams(text)).toBe(milligrams))

  it.each(["0", "0.0", "-1", "2.3456", "2g", "", "1e3"])("refuses '%s' as a weight", (text) =>
    expect(readMilligrams(text)).toBeNull(),
  )
})
