import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { ActionForm } from "@/features/admin/shared/action-form"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { loadTexts } from "@/i18n"
import { ApiError } from "@/lib/api"
import { z } from "@/lib/zod"
import type { SettingsValues } from "./fields"
import { ClosedDaysField, TimetableField } from "./opening-hours"
import { ShareFields } from "./setting-field"
import { ShippingZonesField } from "./shipping-zones"

/** Show fields in a form with these values; `errors` is the server's answer to it. */
function show(fields: ReactNode, start: SettingsValues, errors?: Record<string, string>) {
  const act = vi.fn(async (_values: SettingsValues) => {
    if (errors) throw new ApiError("", "VALIDATION", 422, errors)
  })
  function Form() {
    const form = useFormAction({ schema: z.custom<SettingsValues>(), start, act })
    return (
      <ActionForm form={form} submit="Save">
        {fields}
      </ActionForm>
    )
  }
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return async () => {
    await userEvent.click(screen.getByRole("button", { name: "Save" }))
    return act.mock.lastCall?.[0]
  }
}

test("a day that is ticked begins with the hours of another, and days stay in the order of the week", async () => {
  const save = show(<TimetableField />, { hours: { timetable: [["tuesday", "09:30-18:00"]] } })

  await userEvent.click(screen.getByRole("checkbox", { name: "Monday" }))
  expect(await save()).toEqual({
    hours: {
      timetable: [
        ["monday", "09:30-18:00"],
        ["tuesday", "09:30-18:00"],
      ],
    },
  })

  await userEvent.click(screen.getByRole("checkbox", { name: "Tuesday" }))
  expect(await save()).toEqual({ hours: { timetable: [["monday", "09:30-18:00"]] } })
})

test("what is wrong stands at the day", async () => {
  const errors = { "hours.timetable.monday": "The end must be after the beginning" }
  const save = show(<TimetableField />, { hours: { timetable: [["monday", "19:00-10:00"]] } }, errors)
  await save()

  const until = screen.getByLabelText("Monday until")
  expect(until).toHaveValue("10:00")
  expect(until).toHaveAccessibleDescription("The end must be after the beginning")
  expect(until).toBeInvalid()
})

test("closed days are added, written and removed", async () => {
  const save = show(<ClosedDaysField path="hours.closedDays" />, { hours: { closedDays: [] } })
  expect(screen.getByText("None yet.")).toBeVisible()

  await userEvent.click(screen.getByRole("button", { name: "Add a day" }))
  await userEvent.type(screen.getByLabelText("Date"), "08/11/2026")
  await userEvent.type(screen.getByLabelText("Reason in English"), "Diwali")
  expect(await save()).toEqual({ hours: { closedDays: [{ day: "2026-11-08", en: "Diwali", hi: "" }] } })

  await userEvent.click(screen.getByRole("button", { name: "Remove the day 08/11/2026" }))
  expect(await save()).toEqual({ hours: { closedDays: [] } })
})

test("there are thirty closed days at most", () => {
  const day = { day: "2026-11-08", en: "Diwali", hi: "दीवाली" }
  show(<ClosedDaysField path="hours.closedDays" />, { hours: { closedDays: Array(30).fill(day) } })

  expect(screen.getByRole("button", { name: "Add a day" })).toBeDisabled()
})

const providers = { phonepe: "PhonePe", razorpay: "Razorpay" }

test("the share of a provider that the shop no longer has can be cleared", () => {
  show(<ShareFields providers={providers} />, {
    payments: { providerWeights: { phonepe: "3", former: "1" } },
  })

  const shown = screen.getAllByRole("textbox").map((field) => (field as HTMLInputElement).value)
  expect(shown).toEqual(["3", "", "1"])
  expect(screen.getByRole("textbox", { name: "Share of PhonePe" })).toHaveValue("3")
})

test("a share that is refused says so beside its own field", async () => {
  const start = { payments: { providerWeights: { razorpay: "101" } } }
  const errors = { "payments.providerWeights.razorpay": "At most 100" }
  const save = show(<ShareFields providers={providers} />, start, errors)
  await save()

  expect(screen.getByDisplayValue("101")).toHaveAccessibleDescription(/At most 100/)
})

test("a zone is added, its states are ticked, and one that is not served asks for no charge", async () => {
  await loadTexts("checkout")
  const save = show(<ShippingZonesField path="shipping.zones" label="Zones" hint="" />, {
    shipping: { zones: [] },
  })
  await userEvent.click(screen.getByRole("button", { name: "Add a zone" }))
  await userEvent.type(screen.getByLabelText("Name in English"), "Islands")
  await userEvent.click(screen.getByText("States (0)"))
  await userEvent.click(screen.getByRole("checkbox", { name: "Lakshadweep" }))
  await userEvent.type(screen.getByLabelText("Charge in ₹"), "80")
  await userEvent.click(screen.getByRole("checkbox", { name: "We deliver here" }))

  expect(screen.queryByLabelText("Charge in ₹")).toBeNull()
  expect(await save()).toMatchObject({
    shipping: { zones: [{ en: "Islands", states: ["Lakshadweep"], isServed: false, basePaise: "080" }] },
  })
  await userEvent.click(screen.getByRole("button", { name: "Remove the zone Islands" }))
  expect(await save()).toEqual({ shipping: { zones: [] } })
})
