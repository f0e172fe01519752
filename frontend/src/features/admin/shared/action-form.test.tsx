import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { TextField } from "@/components/field"
import { ApiError } from "@/lib/api"
import { ActionForm } from "./action-form"
import { useFormAction } from "./use-form-action"

function show(refusal?: ApiError) {
  const act = vi.fn(async (_values: { name: string }) => {
    if (refusal) throw refusal
  })
  function Form() {
    const form = useFormAction({
      start: { name: "" },
      problems: ({ name }) => ({ name: !name && "A name is needed." }),
      act,
    })
    return (
      <ActionForm form={form} submit="Save">
        <TextField label="Name" {...form.field("name")} />
      </ActionForm>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  return act
}

test("what is wrong is shown once it was submitted, and has the focus", async () => {
  const act = show()
  const name = screen.getByLabelText("Name")
  expect(name).toBeValid()

  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(name).toHaveAccessibleDescription("A name is needed.")
  await waitFor(() => expect(name).toHaveFocus())
  expect(act).not.toHaveBeenCalled()

  await userEvent.type(name, "Mala")
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(act.mock.calls[0]?.[0]).toEqual({ name: "Mala" })
})

test("the server's errors are shown at their fields", async () => {
  show(new ApiError("Some fields are wrong.", "VALIDATION", 422, { name: "This name is taken." }))
  await userEvent.type(screen.getByLabelText("Name"), "Mala{Enter}")

  const name = await screen.findByLabelText("Name")
  await waitFor(() => expect(name).toHaveAccessibleDescription("This name is taken."))
  await waitFor(() => expect(name).toHaveFocus())
})
