import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitForElementToBeRemoved } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { useAction } from "@/lib/use-action"
import { Toaster } from "./toaster"

type Undo = () => Promise<{ message?: string }>

function Act({ undo, onActed }: { undo: Undo | null; onActed: () => void }) {
  const action = useAction({
    act: async () => ({ message: "Archived" }),
    onDone: onActed,
    undo: () => undo,
  })
  return (
    <>
      <button type="button" onClick={() => action.mutate()}>
        Archive
      </button>
      <button type="button" onClick={() => action.undoLast()}>
        Undo key
      </button>
    </>
  )
}

/** A form that is closed once its act is done, as dialogs are. */
function Page({ undo, closes = false }: { undo: Undo | null; closes?: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <QueryClientProvider client={new QueryClient()}>
      {open && <Act undo={undo} onActed={() => closes && setOpen(false)} />}
      <Toaster />
    </QueryClientProvider>
  )
}

const archive = () => userEvent.click(screen.getByRole("button", { name: "Archive" }))
const undoButton = () => screen.findByRole("button", { name: "Undo" })

test("the toast of an act takes it back, also once its form is closed", async () => {
  let calls = 0
  render(
    <Page
      closes
      undo={async () => {
        calls += 1
        return { message: "Not archived any more" }
      }}
    />,
  )
  await archive()
  expect(screen.queryByRole("button", { name: "Archive" })).toBeNull()

  await userEvent.click(await undoButton())

  expect((await screen.findAllByText("Not archived any more")).length).toBeGreaterThan(0)
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull()
  expect(calls).toBe(1)
})

test("F6 and Enter undo without a mouse", async () => {
  render(<Page undo={async () => ({ message: "Back by keyboard" })} />)
  await archive()
  await undoButton()

  await userEvent.keyboard("{F6}{Tab}")
  while (document.activeElement !== (await undoButton())) await userEvent.tab()
  await userEvent.keyboard("{Enter}")

  expect((await screen.findAllByText("Back by keyboard")).length).toBeGreaterThan(0)
})

test("an undo that the server refuses says why", async () => {
  render(
    <Page
      undo={async () => {
        throw new ApiError("It is too late to undo this", "UNDO_REFUSED", 409)
      }}
    />,
  )
  await archive()

  await userEvent.click(await undoButton())

  expect((await screen.findAllByText("It is too late to undo this")).length).toBeGreaterThan(0)
})

test("the last act is undone once by its key", async () => {
  let calls = 0
  render(
    <Page
      undo={async () => {
        calls += 1
        return {}
      }}
    />,
  )
  await archive()
  await undoButton()

  await userEvent.dblClick(screen.getByRole("button", { name: "Undo key" }))

  expect(calls).toBe(1)
})

test("an act that cannot be taken back has no button", async () => {
  render(<Page undo={null} />)

  await archive()

  expect((await screen.findAllByText("Archived")).length).toBeGreaterThan(0)
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull()
})

test("the button stays for eight seconds", async () => {
  render(<Page undo={async () => ({})} />)
  await archive()
  await undoButton()
  const shown = Date.now()

  await waitForElementToBeRemoved(() => screen.queryByRole("button", { name: "Undo" }), { timeout: 9500 })

  expect(Date.now() - shown).toBeGreaterThan(7500)
}, 12_000)
