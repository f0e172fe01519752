import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { ApiError } from "@/lib/api"
import { z } from "@/lib/zod"
import { ActionForm } from "./action-form"
import { Field, NoteField } from "./form-fields"
import { required, text } from "./form-rules"
import { useFormAction } from "./use-form-action"

function show(refusal?: ApiError) {
  const act = vi.fn(async (_values: { name: string; note: string }) => {
    if (refusal) throw refusal
  })
  function Form() {
    const form = useFormAction({
      schema: z.object({ name: required("A name is needed."), note: text }),
      start: { name: "", note: "" },
      act,
      clears: ["note"],
    })
    return (
      <ActionForm form={form} submit="Save">
        <Field path="name" label="Name" />
        <NoteField path="note" label="Note" />
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

test("what is wrong is shown once it was submitted, has the focus, and goes as it is corrected", async () => {
  const act = show()
  const name = screen.getByLabelText("Name")
  expect(name).toBeValid()

  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(name).toHaveAccessibleDescription("A name is needed."))
  await waitFor(() => expect(name).toHaveFocus())
  expect(act).not.toHaveBeenCalled()

  await userEvent.type(name, " Mala ")
  await waitFor(() => expect(name).toBeValid())
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(act.mock.calls[0]?.[0]).toEqual({ name: "Mala", note: "" }))
})

test("the server's errors are shown at their fields", async () => {
  show(new ApiError("Some fields are wrong.", "VALIDATION", 422, { name: "This name is taken." }))
  await userEvent.type(screen.getByLabelText("Name"), "Mala{Enter}")

  const name = await screen.findByLabelText("Name")
  await waitFor(() => expect(name).toHaveAccessibleDescription("This name is taken."))
  await waitFor(() => expect(name).toHaveFocus())
})

test("Ctrl-Enter and Cmd-Enter submit from a field of several lines, Enter does not", async () => {
  const act = show()
  await userEvent.type(screen.getByLabelText("Name"), "Mala")
  const note = screen.getByLabelText("Note")
  await userEvent.type(note, "One{Enter}two")
  expect(act).not.toHaveBeenCalled()

  await userEvent.keyboard("{Control>}{Enter}{/Control}")
  await waitFor(() => expect(act.mock.calls[0]?.[0].note).toBe("One\ntwo"))

  await waitFor(() => expect(note).toHaveValue(""))
  await userEvent.keyboard("{Meta>}{Enter}{/Meta}")
  await waitFor(() => expect(act).toHaveBeenCalledTimes(2))
})

test("a form that is submitted twice at once is sent once", async () => {
  const act = show()
  await userEvent.type(screen.getByLabelText("Name"), "Mala")
  const form = screen.getByLabelText("Name").closest("form") as HTMLFormElement

  fireEvent.submit(form)
  fireEvent.submit(form)

  await waitFor(() => expect(act).toHaveBeenCalled())
  await waitFor(() => expect(form).toHaveAttribute("aria-busy", "false"))
  expect(act).toHaveBeenCalledOnce()
})
