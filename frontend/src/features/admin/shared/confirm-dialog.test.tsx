import { act, fireEvent, render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ConfirmDialog } from "./confirm-dialog"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function ask(reasonLabel?: string) {
  const onConfirm = vi.fn()
  render(
    <ConfirmDialog
      open
      onClose={() => undefined}
      title="Refund ₹1,700 to Asha Rao?"
      verb="Refund"
      reasonLabel={reasonLabel}
      busy={false}
      onConfirm={onConfirm}
    />,
    { wrapper: MemoryRouter },
  )
  return onConfirm
}

test("the second press of a double click confirms nothing", () => {
  const onConfirm = ask()
  fireEvent.click(screen.getByRole("button", { name: "Refund" }))
  expect(onConfirm).not.toHaveBeenCalled()

  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole("button", { name: "Refund" }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test("a reason is required where it has a label", () => {
  const onConfirm = ask("Why")
  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole("button", { name: "Refund" }))
  expect(onConfirm).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(50))
  expect(document.activeElement).toBe(screen.getByLabelText("Why"))

  fireEvent.change(screen.getByLabelText("Why"), { target: { value: " Not owed " } })
  fireEvent.click(screen.getByRole("button", { name: "Refund" }))
  expect(onConfirm).toHaveBeenCalledWith("Not owed")
})
