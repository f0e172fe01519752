import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { setLanguage } from "@/i18n"
import { StaleNotice } from "./stale-notice"

function show(refused: boolean) {
  const chosen: string[] = []
  const notice = (answersSave: boolean) => (
    <>
      <input aria-label="Title" />
      <StaleNotice
        conflict={{
          title: "Changed",
          refused: answersSave,
          by: [],
          changes: [],
          settle: async (keepMine) => {
            chosen.push(keepMine ? "mine" : "theirs")
          },
        }}
      />
    </>
  )
  const { rerender } = render(notice(refused))
  return { chosen, user: userEvent.setup(), refuse: () => rerender(notice(true)) }
}

test("a refused save is announced and focused, with both resolutions", async () => {
  const { chosen, user } = show(true)

  expect(screen.getByRole("alert").parentElement).toHaveFocus()
  await user.tab()
  await user.keyboard("{Enter}")
  await user.tab()
  await user.keyboard("{Enter}")

  expect(chosen).toEqual(["mine", "theirs"])
})

test("a colleague's save is shown without taking the focus, until a save is refused", async () => {
  const { user, refuse } = show(false)
  await user.click(screen.getByRole("textbox"))

  expect(screen.getByRole("status")).toHaveTextContent("Changed")
  expect(screen.getByRole("textbox")).toHaveFocus()

  refuse()

  expect(screen.getByRole("alert").parentElement).toHaveFocus()
})

test("both resolutions are translated to Hindi", async () => {
  await setLanguage("hi")
  show(true)

  expect(await screen.findByRole("button", { name: "मेरे बदलाव इसके ऊपर रखें" })).toBeVisible()
  await setLanguage("en")
})
