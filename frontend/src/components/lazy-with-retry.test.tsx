import { act, render, screen, waitFor } from "@testing-library/react"
import { type ComponentType, useState } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { lazyDialog, lazySection } from "./lazy-with-retry"

/** A chunk whose load fails while `broken`, as without a network connection. */
function failingLoad<P>(component: ComponentType<P>) {
  const state = { broken: true, attempts: 0 }
  const load = async () => {
    state.attempts += 1
    if (state.broken) throw new TypeError("Failed to fetch dynamically imported module")
    return { Part: component }
  }
  return { state, load }
}

/** Keeps the expected errors off the console. */
const inPage = { onCaughtError: () => {}, wrapper: MemoryRouter }

/** Leaves time for all three attempts of the back-off. */
const WITH_RETRIES = { timeout: 10_000 }

/** Press a button and flush the updates that follow. */
const press = async (name: string) => {
  const button = await screen.findByRole("button", { name }, WITH_RETRIES)
  await act(async () => button.click())
}

test("a section that fails to load shows an inline error and loads on retry", async () => {
  const { state, load } = failingLoad(() => <p>The filters</p>)
  const Filters = lazySection(load, "Part")
  await act(async () =>
    render(
      <>
        <h1>All products</h1>
        <Filters />
      </>,
      inPage,
    ),
  )

  expect((await screen.findByRole("alert", {}, WITH_RETRIES)).textContent).toContain(
    "This part could not be shown",
  )
  expect(screen.getByRole("heading", { name: "All products" })).toBeVisible()
  expect(state.attempts).toBe(3)

  await press("Try Again")
  await waitFor(() => expect(state.attempts).toBe(6), WITH_RETRIES)
  expect(await screen.findByRole("button", { name: "Try Again" })).toBeVisible()

  state.broken = false
  await press("Try Again")
  expect(await screen.findByText("The filters")).toBeVisible()
  expect(screen.queryByRole("alert")).toBeNull()
})

test("a dialog that fails to load shows an error that can be dismissed, and opens on retry", async () => {
  type Props = { open: boolean; onOpenChange: (open: boolean) => void }
  const { state, load } = failingLoad(({ open }: Props) => open && <p>The window</p>)
  const Window = lazyDialog(load, "Part")
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Window open={open} onOpenChange={setOpen} />
      </>
    )
  }
  await act(async () => render(<Page />, inPage))

  await press("Close")
  expect(screen.queryByRole("alert")).toBeNull()

  state.broken = false
  await press("Open")
  await press("Try Again")
  expect(await screen.findByText("The window")).toBeVisible()
})
