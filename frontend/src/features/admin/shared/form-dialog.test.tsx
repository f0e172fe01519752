import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { z } from "@/lib/zod"
import { FormDialog } from "./form-dialog"
import { Check, Field, NumberField } from "./form-fields"
import { required, text } from "./form-rules"

type Code = { name: string; limit: string; isActive: boolean; version: number; editedBy: string }

const FIRST: Code = { name: "Diwali", limit: "5", isActive: true, version: 1, editedBy: "" }
const SECOND: Code = { name: "Diwali", limit: "9", isActive: false, version: 2, editedBy: "Asha" }

/** A page with a code, its form, and a server that holds the newest one. */
function show() {
  const server = { newest: FIRST, saves: [] as Code[] }
  function Page({ shown }: { shown: Code }) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
        <FormDialog
          open={open}
          onClose={() => setOpen(false)}
          title="Edit the code"
          schema={z.object({ name: required("A name is needed."), limit: text, isActive: z.boolean() })}
          start={shown}
          lock={{
            row: shown,
            valuesOf: ({ name, limit, isActive }) => ({ name, limit, isActive }),
            refusal: "DISCOUNT_CHANGED",
            newest: async () => server.newest,
            label: (path) => ({ name: "Name", limit: "Limit", isActive: "Active" })[path] ?? path,
          }}
          act={async (values, base) => {
            if (base?.version !== server.newest.version)
              throw new ApiError("Somebody else has changed it.", "DISCOUNT_CHANGED", 409)
            server.saves.push({ ...FIRST, ...values })
          }}
          submit="Save"
        >
          <Field path="name" label="Name" />
          <NumberField path="limit" label="Limit" />
          <Check path="isActive">Active</Check>
        </FormDialog>
      </>
    )
  }
  const client = new QueryClient()
  const page = (shown: Code) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page shown={shown} />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(page(FIRST))
  return { server, update: (shown: Code) => rerender(page(shown)) }
}

const dialog = () => screen.findByRole("dialog", { name: "Edit the code" })
async function open() {
  await userEvent.click(screen.getByRole("button", { name: "Edit" }))
  return within(await dialog())
}
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())

test("the first field has the focus; Esc closes an untouched form and gives the focus back", async () => {
  show()
  const form = await open()
  await waitFor(() => expect(form.getByLabelText("Name")).toHaveFocus())

  await userEvent.keyboard("{Escape}")
  await gone()
  expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus()
})

test("unsaved changes are asked about: kept, or discarded", async () => {
  show()
  const form = await open()
  await userEvent.type(form.getByLabelText("Name"), " sale")

  await userEvent.keyboard("{Escape}")
  const question = within(await screen.findByRole("dialog", { name: "Discard the changes?" }))
  await userEvent.click(question.getByRole("button", { name: "Keep editing" }))
  expect(within(await dialog()).getByLabelText("Name")).toHaveValue("Diwali sale")

  await userEvent.click(form.getByRole("button", { name: "Close" }))
  const again = within(await screen.findByRole("dialog", { name: "Discard the changes?" }))
  await userEvent.click(again.getByRole("button", { name: "Discard" }))
  await gone()
  expect((await open()).getByLabelText("Name")).toHaveValue("Diwali")
})

test("Ctrl-Enter saves, and the form closes once that is done", async () => {
  const { server } = show()
  const form = await open()
  await userEvent.type(form.getByLabelText("Name"), " sale")
  await userEvent.keyboard("{Control>}{Enter}{/Control}")

  await gone()
  expect(server.saves.map(({ name }) => name)).toEqual(["Diwali sale"])
})

test("a refused save shows what others changed beside the own values, and goes on top of it", async () => {
  const { server } = show()
  const form = await open()
  await userEvent.type(form.getByLabelText("Name"), " sale")
  server.newest = SECOND
  await userEvent.click(form.getByRole("button", { name: "Save" }))

  const refusal = within(await form.findByRole("alert"))
  expect(refusal.getByText("Somebody else has changed it.")).toBeVisible()
  expect(await refusal.findByText("Changed by Asha")).toBeVisible()
  const cells = (name: string) =>
    within(refusal.getByRole("rowheader", { name }).closest("tr") as HTMLElement)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent)
  expect([cells("Limit"), cells("Active")]).toEqual([
    ["9", "5"],
    ["no", "yes"],
  ])

  await userEvent.click(refusal.getByRole("button", { name: "Put my changes on top" }))
  await waitFor(() => expect(form.getByLabelText("Limit")).toHaveValue("9"))
  expect(form.getByLabelText("Name")).toHaveValue("Diwali sale")
  await userEvent.click(form.getByRole("button", { name: "Save" }))
  await gone()
  expect(server.saves).toEqual([{ ...FIRST, name: "Diwali sale", limit: "9", isActive: false }])
})

test("a save by somebody else is shown to who has typed, and taken over by who has not", async () => {
  const { update } = show()
  const form = await open()
  update(SECOND)
  await waitFor(() => expect(form.getByLabelText("Limit")).toHaveValue("9"))
  expect(form.queryByText("Somebody else saved changes just now")).toBeNull()

  await userEvent.type(form.getByLabelText("Name"), " sale")
  update({ ...SECOND, limit: "12", version: 3 })
  const notice = within(
    (await form.findByText("Somebody else saved changes just now")).closest("form") as HTMLElement,
  )
  await userEvent.click(notice.getByRole("button", { name: "Take theirs, drop mine" }))

  await waitFor(() => expect(form.getByLabelText("Name")).toHaveValue("Diwali"))
})
