import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { z } from "@/lib/zod"
import { ActionForm, StepButtons } from "./action-form"
import {
  BothFields,
  Check,
  CodeField,
  DateField,
  MomentField,
  MoneyField,
  NumberField,
  RadioField,
  SelectField,
} from "./form-fields"
import { chosen, day, instantOf, moment, rupees } from "./form-rules"
import { useFormAction } from "./use-form-action"

const schema = z.object({
  code: z.string(),
  price: rupees("This is no amount."),
  days: z.string(),
  title: z.object({ en: z.string(), hi: z.string() }),
  isActive: z.boolean(),
  kind: chosen(["small", "large"], "Please choose."),
  reason: chosen(["damaged", "lost"], "Please say why."),
  on: day("This is no day."),
  until: moment("This is no day.", "The day is missing.").transform(instantOf),
  step: chosen(["approve", "decline"], ""),
})
const start: z.input<typeof schema> = {
  code: "",
  price: "",
  days: "",
  title: { en: "", hi: "" },
  isActive: false,
  kind: "",
  reason: "",
  on: "",
  until: "",
  step: "",
}

function show() {
  const act = vi.fn(async (_sent: z.output<typeof schema>) => {})
  function Form() {
    const form = useFormAction({ schema, start, act })
    const names = (...values: string[]) => values.map((value) => ({ value, label: value }))
    return (
      <ActionForm
        form={form}
        buttons={
          <StepButtons
            form={form}
            steps={[
              { name: "approve", label: "Approve" },
              { name: "decline", label: "Decline" },
            ]}
          />
        }
      >
        <CodeField path="code" label="Code" />
        <MoneyField path="price" label="Price" />
        <NumberField path="days" label="Days" />
        <BothFields path="title" label="Title" />
        <Check path="isActive">Active</Check>
        <SelectField path="kind" label="Size" choose="–" options={names("small", "large")} />
        <RadioField path="reason" label="Reason" options={names("damaged", "lost")} />
        <DateField path="on" label="Day" />
        <MomentField path="until" label="Last day" timeLabel="Until" />
      </ActionForm>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  return { act, type: (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text) }
}

test("each kind of field is found by its name, and its value is sent as the rule makes it", async () => {
  const { act, type } = show()
  await type("Code", "diwali")
  await type("Price", "₹1,234.50")
  await type("Days", "7")
  await type("Title (English)", "Bead")
  await type("Title (Hindi)", "मनका")
  await userEvent.click(screen.getByRole("checkbox", { name: "Active" }))
  await userEvent.selectOptions(screen.getByLabelText("Size"), "large")
  await userEvent.click(screen.getByRole("radio", { name: "lost" }))
  await type("Day", "21/11/2026")
  await type("Last day", "22/11/2026")
  await type("Until", "10:30")
  await userEvent.click(screen.getByRole("button", { name: "Decline" }))

  await waitFor(() => expect(act).toHaveBeenCalled())
  expect(act.mock.calls[0]?.[0]).toEqual({
    code: "DIWALI",
    price: 1234.5,
    days: "7",
    title: { en: "Bead", hi: "मनका" },
    isActive: true,
    kind: "large",
    reason: "lost",
    on: "2026-11-21",
    until: "2026-11-22T05:00:00.000Z",
    step: "decline",
  })
})

test("each kind of field names its error", async () => {
  const { act, type } = show()
  await type("Price", "many")
  await type("Day", "31/31")
  await type("Until", "10:30")
  await userEvent.click(screen.getByRole("button", { name: "Approve" }))

  await waitFor(() =>
    expect(screen.getByLabelText("Price")).toHaveAccessibleDescription("This is no amount."),
  )
  expect(screen.getByLabelText("Size")).toHaveAccessibleDescription("Please choose.")
  expect(screen.getByRole("radiogroup", { name: "Reason" })).toHaveAccessibleDescription("Please say why.")
  expect(screen.getByLabelText("Day")).toHaveAccessibleDescription("This is no day.")
  expect(screen.getByLabelText("Last day")).toHaveAccessibleDescription("The day is missing.")
  expect(act).not.toHaveBeenCalled()
})
