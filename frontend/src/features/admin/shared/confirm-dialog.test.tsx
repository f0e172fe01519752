import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, fireEvent, render, screen } from "@testing-library/react"
import { useState } from "react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ApiError } from "@/lib/api"
import { ConfirmDialog } from "./confirm-dialog"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function ask(reasonLabel?: string, refusal?: ApiError, word?: string) {
  const confirm = vi.fn(async (_reason: string) => {
    if (refusal) throw refusal
  })
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Refund ₹1,700 to Asha Rao?"
        verb="Refund"
        reasonLabel={reasonLabel}
        word={word}
        failed="It was not refunded."
        act={confirm}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  return confirm
}
const press = () => fireEvent.click(screen.getByRole("button", { name: "Refund" }))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test("the second press of a double click confirms nothing", async () => {
  const confirm = ask()
  press()
  expect(confirm).not.toHaveBeenCalled()

  await wait(500)
  press()
  await wait(0)
  expect(confirm).toHaveBeenCalledOnce()
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("a reason is required where it has a label", async () => {
  const confirm = ask("Why")
  await wait(500)
  press()
  expect(confirm).not.toHaveBeenCalled()
  await wait(50)
  expect(document.activeElement).toBe(screen.getByLabelText("Why"))

  fireEvent.change(screen.getByLabelText("Why"), { target: { value: " Not owed " } })
  press()
  await wait(0)
  expect(confirm.mock.calls[0]?.[0]).toBe("Not owed")
})

test("a refusal is shown in the dialog, which stays open", async () => {
  ask(undefined, new ApiError("The refund has been decided.", "APPROVER_TOO_NEW", 409))
  await wait(500)
  press()
  await wait(0)
  expect(screen.getByRole("alert")).toHaveTextContent("The refund has been decided.")
  expect(screen.getByRole("dialog")).toBeVisible()
})

test("what can never be taken back needs its word", async () => {
  const confirm = ask(undefined, undefined, "SGL-42")
  await wait(500)
  const word = screen.getByLabelText("Type SGL-42 to confirm")
  fireEvent.change(word, { target: { value: "SGL-4" } })
  press()
  await wait(50)
  expect(confirm).not.toHaveBeenCalled()
  expect(word).toHaveAccessibleDescription("Type SGL-42 to confirm")

  fireEvent.change(word, { target: { value: " SGL-42 " } })
  press()
  await wait(0)
  expect(confirm).toHaveBeenCalledOnce()
})
