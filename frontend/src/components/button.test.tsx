import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, it } from "vitest"
import { Button, IconButton } from "./button"

it("keeps the focus while it is busy and swallows every press, whatever else would disable it", async () => {
  let presses = 0
  let heardAbove = 0
  function Work() {
    const [busy, setBusy] = useState(false)
    return (
      // biome-ignore lint/a11y: stands for whatever around the button listens.
      <div onClick={() => heardAbove++}>
        <Button
          busy={busy}
          disabled={busy}
          onClick={() => {
            presses++
            setBusy(true)
          }}
        >
          Refund
        </Button>
      </div>
    )
  }
  render(<Work />)
  const button = screen.getByRole("button", { name: "Refund" })

  await userEvent.click(button)
  await userEvent.click(button)
  await userEvent.keyboard("{Enter} ")

  expect(presses).toBe(1)
  expect(heardAbove).toBe(1)
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute("aria-disabled", "true")
  expect(button).toHaveAttribute("aria-busy", "true")
})

it("is disabled for good while it is not busy", async () => {
  let presses = 0
  render(
    <Button disabled onClick={() => presses++}>
      Refund
    </Button>,
  )

  await userEvent.click(screen.getByRole("button"))

  expect(screen.getByRole("button")).toBeDisabled()
  expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled")
  expect(presses).toBe(0)
})

it("is the same with an icon alone", async () => {
  let presses = 0
  render(
    <IconButton label="Ask the provider" busy onClick={() => presses++}>
      …
    </IconButton>,
  )

  await userEvent.click(screen.getByRole("button", { name: "Ask the provider" }))

  expect(screen.getByRole("button")).toHaveFocus()
  expect(presses).toBe(0)
})

it("lets no form be sent twice, by Enter in a field either", async () => {
  let sent = 0
  function Form() {
    const [busy, setBusy] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent++
          setBusy(true)
        }}
      >
        <input aria-label="Name" />
        <input aria-label="Email" />
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </form>
    )
  }
  render(<Form />)

  await userEvent.type(screen.getByLabelText("Email"), "asha@example.com{Enter}{Enter}")
  expect(screen.getByLabelText("Email")).toHaveFocus()
  await userEvent.click(screen.getByRole("button"))
  await userEvent.keyboard("{Enter}")

  expect(sent).toBe(1)
})
