import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { ClosedDaysField, TimetableField } from "./opening-hours"

const shared = { draft: {}, errors: {}, onChange: () => {} }

test("a day that is ticked begins with the hours of another, and days stay in the order of the week", async () => {
  const onChange = vi.fn()
  render(
    <TimetableField
      {...shared}
      path="hours.timetable"
      value={{ tuesday: "09:30-18:00" }}
      onChange={onChange}
    />,
  )

  await userEvent.click(screen.getByRole("checkbox", { name: "Monday" }))
  await userEvent.click(screen.getByRole("checkbox", { name: "Tuesday" }))

  expect(Object.entries(onChange.mock.calls[0]?.[1])).toEqual([
    ["monday", "09:30-18:00"],
    ["tuesday", "09:30-18:00"],
  ])
  expect(onChange.mock.lastCall).toEqual(["hours.timetable", {}])
})

test("what is wrong stands at the day", () => {
  const errors = { "hours.timetable.monday": "The end must be after the beginning" }
  render(
    <TimetableField {...shared} path="hours.timetable" value={{ monday: "19:00-10:00" }} errors={errors} />,
  )

  const until = screen.getByLabelText("Monday until")
  expect(until).toHaveValue("10:00")
  expect(until).toHaveAccessibleDescription("The end must be after the beginning")
  expect(until).toBeInvalid()
})

test("closed days are added and removed, thirty at most", async () => {
  const onChange = vi.fn()
  const day = { day: "2026-11-08", en: "Diwali", hi: "दीवाली" }
  const { rerender } = render(
    <ClosedDaysField {...shared} path="hours.closedDays" value={[]} onChange={onChange} />,
  )
  expect(screen.getByText("No closed days yet.")).toBeVisible()

  await userEvent.click(screen.getByRole("button", { name: "Add a closed day" }))
  expect(onChange.mock.lastCall).toEqual(["hours.closedDays", [{ day: "", en: "", hi: "" }]])

  rerender(<ClosedDaysField {...shared} path="hours.closedDays" value={[day]} onChange={onChange} />)
  await userEvent.click(screen.getByRole("button", { name: "Remove the closed day 08/11/2026" }))
  expect(onChange.mock.lastCall).toEqual(["hours.closedDays", []])

  rerender(<ClosedDaysField {...shared} path="hours.closedDays" value={Array(30).fill(day)} />)
  expect(screen.getByRole("button", { name: "Add a closed day" })).toBeDisabled()
})
