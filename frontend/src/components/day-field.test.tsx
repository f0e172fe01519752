import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { DayField } from "./day-field"

function show(first: string) {
  const chosen: string[] = []
  function Form() {
    const [day, setDay] = useState(first)
    return (
      <>
        <DayField
          label="From"
          value={day}
          onChange={(value) => {
            chosen.push(value)
            setDay(value)
          }}
        />
        <button type="button" onClick={() => setDay("2026-12-24")}>
          Reset
        </button>
      </>
    )
  }
  const { container } = render(<Form />)
  const calendar = container.querySelector<HTMLInputElement>("input[type=date]")
  if (!calendar) throw new Error("no calendar")
  return { chosen, calendar, field: screen.getByRole("textbox", { name: "From" }), user: userEvent.setup() }
}

test("a day chosen in the browser's calendar is written with the day first", () => {
  const { chosen, calendar, field } = show("")

  fireEvent.change(calendar, { target: { value: "2026-11-02" } })

  expect(chosen).toEqual(["2026-11-02"])
  expect(field).toHaveValue("02/11/2026")
})

test("a day that changes elsewhere replaces what is typed", async () => {
  const { field, user } = show("2026-11-02")
  await user.type(field, "{Backspace}")

  await user.click(screen.getByRole("button", { name: "Reset" }))

  expect(field).toHaveValue("24/12/2026")
})

test("an emptied field is no day", async () => {
  const { chosen, field, user } = show("2026-11-02")

  await user.clear(field)

  expect(chosen).toEqual([""])
})
