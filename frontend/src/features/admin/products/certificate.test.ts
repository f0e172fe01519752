import { describe, expect, it } from "vitest"
import { type CertificateDraft, certificateProblems, readMilligrams } from "./certificate"

const good: CertificateDraft = {
  number: "SGL-2026-0042",
  lab: "Sample Gem Lab",
  issuedOn: "2026-03-01",
  origin: { en: "Nepal", hi: "" },
  weightMilligrams: "2.35",
  mukhi: "5",
}

describe("a certificate's form", () => {
  it("accepts a laboratory's certificate, also of a stone without faces", () => {
    expect(certificateProblems(good)).toEqual({})
    expect(certificateProblems({ ...good, mukhi: "" })).toEqual({})
  })

  it("requires every field but the optional ones", () => {
    const origin = { en: "", hi: "" }
    const empty = { number: "", lab: " ", issuedOn: "", origin, weightMilligrams: "", mukhi: "" }
    expect(certificateProblems(empty)).toEqual({
      number: "required",
      lab: "required",
      issuedOn: "required",
      "origin.en": "required",
      weightMilligrams: "grams",
    })
  })

  it.each(["0", "31", "five", "2.5", "-1"])("refuses a bead with %s faces", (mukhi) => {
    expect(certificateProblems({ ...good, mukhi })).toEqual({ mukhi: "faces" })
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
