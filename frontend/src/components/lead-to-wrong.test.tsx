import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, it } from "vitest"
import { TextArea, TextField } from "./field"
import { leadToWrong } from "./lead-to-wrong"

function Form({ wrong }: { wrong: readonly string[] }) {
  const [tried, setTried] = useState(false)
  const error = (name: string) => (tried && wrong.includes(name) ? "This is required" : undefined)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        leadToWrong(event.currentTarget)
      }}
    >
      <TextField label="Name" error={error("name")} />
      <TextField label="Carrier" error={error("carrier")} />
      <TextArea label="Reason" error={error("reason")} />
      <fieldset data-invalid={error("photos") && true}>
        <input type="file" aria-label="File" tabIndex={-1} />
        <button type="button">Add photos</button>
      </fieldset>
      <button type="submit">Save</button>
    </form>
  )
}

it("puts the reader into the first field that is wrong, though it is marked only now", async () => {
  render(<Form wrong={["carrier", "reason"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.getByLabelText("Carrier")).toHaveFocus())
})

it("leaves the reader at the button when nothing is wrong", async () => {
  render(<Form wrong={[]} />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await new Promise(requestAnimationFrame)
  expect(screen.getByRole("button", { name: "Save" })).toHaveFocus()
})

it("puts the reader to the first thing to press of a group that is wrong", async () => {
  render(<Form wrong={["photos"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.getByRole("button", { name: "Add photos" })).toHaveFocus())
})
