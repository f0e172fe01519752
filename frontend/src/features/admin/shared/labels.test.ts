import { renderHook, waitFor } from "@testing-library/react"
import { afterEach, expect, it } from "vitest"
import { loadTexts, setLanguage } from "@/i18n"
import { en } from "@/i18n/en"
import { useLabels } from "./labels"

afterEach(() => setLanguage("en"))

it.each([
  ["en", "First count", "A payment was begun", "Sample shop"],
  ["hi", "पहली गिनती", "भुगतान शुरू हुआ", "नमूना दुकान"],
] as const)("names causes of stock movements and the sample shop (%s)", async (language, ...words) => {
  await setLanguage(language)
  await loadTexts("admin")
  const { result } = renderHook(useLabels)
  await waitFor(() => expect(result.current).not.toBeNull())
  const { cause, actor } = result.current

  expect([cause("first count"), cause("payment"), actor("sample shop")]).toEqual(words)
  expect(actor("Neha")).toBe("Neha")
})

it("translates why a case was opened and by which rule it was closed", () => {
  const { cases } = en.admin
  const { result } = renderHook(useLabels)
  for (const name of [...Object.keys(cases.kinds), ...Object.keys(cases.rules)]) {
    expect(result.current.cause(name), name).not.toBe(name)
  }
})

it("translates all events of the dashboard", () => {
  const { title, none, ...told } = en.admin.activity
  const { result } = renderHook(useLabels)
  for (const [key, words] of Object.entries(told)) {
    expect(result.current.activity(key.replace("_", "."))).toBe(words)
  }
})

it.each(["yearly count", "3.5: lost. title", "", "title."])("shows free text unchanged: %s", (text) => {
  const { result } = renderHook(useLabels)
  const { cause, event, status, orderStatus } = result.current
  expect([cause(text), event(text), status(text), orderStatus(text)]).toEqual([text, text, text, text])
})
