import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterAll, expect, test } from "vitest"
import { setLanguage } from "@/i18n"
import { LanguageSwitch } from "./language-switch"

afterAll(() => setLanguage("en"))

test("choosing Hindi changes the page's language and is remembered", async () => {
  render(<LanguageSwitch />)

  await userEvent.click(screen.getByRole("button", { name: /हिन्दी/ }))

  // Every text of the other language is fetched; on a busy machine that takes its time.
  expect(await screen.findByText("भाषा", {}, { timeout: 15_000 })).toBeInTheDocument()
  expect(document.documentElement.lang).toBe("hi")
  expect(localStorage.getItem("language")).toBe("hi")
})
