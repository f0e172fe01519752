import { renderHook } from "@testing-library/react"
import { expect, it } from "vitest"
import { en } from "@/i18n/en"
import { useLabels } from "./labels"

it("names in words why a case was opened and by which rule it was closed", () => {
  const { cases } = en.admin
  const { result } = renderHook(useLabels)
  for (const name of [...Object.keys(cases.kinds), ...Object.keys(cases.rules)]) {
    expect(result.current.cause(name), name).not.toBe(name)
  }
})

it("shows a cause in a colleague's own words as it was written", () => {
  const { result } = renderHook(useLabels)
  expect(result.current.cause("yearly count")).toBe("yearly count")
})
