import { act, render, screen, waitFor } from "@testing-library/react"
import { type ComponentType, useState } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { late, lateWindow } from "./late"

/** Fetches like a browser without network until `mend` is called. */
function flaky<P>(part: ComponentType<P>) {
  const state = { broken: true, asked: 0 }
  const load = async () => {
    state.asked += 1
    if (state.broken) throw new TypeError("Failed to fetch dynamically imported module")
    return part
  }
  return { state, load }
}

/** The failures are what is tested: no word of them on the console. */
const inPage = { onCaughtError: () => {}, wrapper: MemoryRouter }

/** A part that cannot be fetched is asked for three times. */
const WITH_RETRIES = { timeout: 10_000 }

/** Press a button and let what follows settle. */
const press = async (name: string) => {
  const button = await screen.findByRole("button", { name }, WITH_RETRIES)
  await act(async () => button.click())
}

test("a part that cannot be fetched says so in its place and comes when it is asked for again", async () => {
  const { state, load } = flaky(() => <p>The filters</p>)
  const Filters = late(load)
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
  expect(state.asked).toBe(3)

  await press("Try Again")
  await waitFor(() => expect(state.asked).toBe(6), WITH_RETRIES)
  expect(await screen.findByRole("button", { name: "Try Again" })).toBeVisible()

  state.broken = false
  await press("Try Again")
  expect(await screen.findByText("The filters")).toBeVisible()
  expect(screen.queryByRole("alert")).toBeNull()
})

test("what cannot be opened can be put away and opened again", async () => {
  type Props = { open: boolean; onOpenChange: (open: boolean) => void }
  const { state, load } = flaky(({ open }: Props) => open && <p>The window</p>)
  const Window = lateWindow<Props>(load)
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
