import { expect, test } from "vitest"
import { checked, type Draft, emptyDraft, questionAt } from "./draft"

const asha: Draft = {
  name: " Asha Rao ",
  gender: "female",
  dateOfBirth: "1990-08-22",
  timeOfBirth: "05:40",
  timeUnknown: false,
  placeOfBirth: "Ujjain",
}
const today = "2026-11-21"

test("a whole form is sent as it is, without blanks around", () => {
  expect(checked(asha, today).details).toEqual({
    name: "Asha Rao",
    gender: "female",
    dateOfBirth: "1990-08-22",
    timeOfBirth: "05:40",
    placeOfBirth: "Ujjain",
  })
})

test("an unknown hour is sent as such, whatever was typed before", () => {
  expect(checked({ ...asha, timeUnknown: true }, today).details?.timeOfBirth).toBe("unknown")
})

test("an empty form wants all five fields", () => {
  expect(checked(emptyDraft, today).problems).toEqual({
    name: "fillAll",
    gender: "fillAll",
    dateOfBirth: "fillAll",
    timeOfBirth: "fillAll",
    placeOfBirth: "fillAll",
  })
})

test("nobody is born tomorrow", () => {
  expect(checked({ ...asha, dateOfBirth: "2026-11-22" }, today).problems).toEqual({ dateOfBirth: "future" })
  expect(checked({ ...asha, dateOfBirth: today }, today).problems).toBeNull()
})

test("a day that the calendar does not have is none", () => {
  expect(checked({ ...asha, dateOfBirth: "31/02/1990" }, today).problems).toEqual({ dateOfBirth: "noDay" })
})

test("no question is asked before those in front of it are answered", () => {
  const { problems } = checked({ ...emptyDraft, name: "Asha", gender: "female" }, today)

  expect([-1, 0, 1, 2, 3, 4].map((asked) => questionAt(asked, problems))).toEqual([0, 0, 1, 2, 2, 2])
  expect(questionAt(4, null)).toBe(4)
})
