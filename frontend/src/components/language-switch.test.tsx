import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterAll, expect, test } from "vitest"
import { LanguageOfPage, setLanguage, useLanguageOfPage } from "@/i18n"
import { LanguageSwitch } from "./language-switch"

afterAll(() => setLanguage("en"))

function Page() {
  return (
    <LanguageOfPage value={useLanguageOfPage()}>
      <LanguageSwitch />
    </LanguageOfPage>
  )
}

test("choosing Hindi changes the page's language and is remembered", async () => {
  render(<Page />)

  await userEvent.click(screen.getByRole("button", { name: /हिन्दी/ }))

  expect(await screen.findByText("भाषा")).toBeInTheDocument()
  expect(document.documentElement.lang).toBe("hi")
  expect(localStorage.getItem("language")).toBe("hi")
})
