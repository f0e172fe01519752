import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, it } from "vitest"
import { TextArea, TextField } from "./field"
import { focusFirstError } from "./focus-first-error"

function Form({ invalid }: { invalid: readonly string[] }) {
  const [submitted, setSubmitted] = useState(false)
  const error = (name: string) => (submitted && invalid.includes(name) ? "This is required" : undefined)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        focusFirstError(event.currentTarget)
      }}
    >
      <TextField label="Name" error={error("name")} />
      <TextField label="Carrier" error={error("carrier")} />
      <details>
        <summary>More</summary>
        <TextArea label="Reason" error={error("reason")} />
      </details>
      <fieldset data-invalid={error("photos") && true}>
        <input type="file" aria-label="File" tabIndex={-1} />
        <button type="button">Add photos</button>
      </fieldset>
      <button type="submit">Save</button>
    </form>
  )
}

it("focuses the first invalid field, which is marked only after the submit", async () => {
  render(<Form invalid={["carrier", "reason"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.getByLabelText("Carrier")).toHaveFocus())
})

it("leaves the focus on the button when every field is valid", async () => {
  render(<Form invalid={[]} />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await new Promise(requestAnimationFrame)
  expect(screen.getByRole("button", { name: "Save" })).toHaveFocus()
})

it("focuses the first focusable field of an invalid fieldset", async () => {
  render(<Form invalid={["photos"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.getByRole("button", { name: "Add photos" })).toHaveFocus())
})

it("opens the folded section of the first invalid field", async () => {
  render(<Form invalid={["reason"]} />)
  expect(screen.getByText("More").closest("details")).not.toHaveAttribute("open")
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.getByText("More").closest("details")).toHaveAttribute("open"))
  expect(screen.getByLabelText("Reason")).toHaveFocus()
})
