import { act, fireEvent, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { SteadyList } from "./steady-list"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function Names({ names }: { names: string[] }) {
  return (
    <SteadyList rows={names} idOf={(name) => name}>
      {(name) => <button type="button">{name}</button>}
    </SteadyList>
  )
}
const shown = () => screen.getAllByRole("listitem", { hidden: true }).map((item) => item.textContent)

test("rows follow the data while nobody is in the list", () => {
  const { rerender } = render(<Names names={["a", "b"]} />)
  rerender(<Names names={["new", "b"]} />)
  expect(shown()).toEqual(["new", "b"])
})

test("rows keep their place under the pointer, and what has left cannot be pressed", () => {
  const { rerender } = render(<Names names={["a", "b"]} />)
  fireEvent.pointerMove(screen.getByText("a"))
  rerender(<Names names={["new", "b"]} />)

  expect(shown()).toEqual(["aNo longer in this list", "b"])
  expect(screen.getByText("a").closest("[inert]")).not.toBeNull()
  fireEvent.pointerLeave(screen.getByRole("list"))
  expect(shown()).toEqual(["new", "b"])
})

test("a still pointer holds the rows for five seconds", () => {
  const { rerender } = render(<Names names={["a", "b"]} />)
  fireEvent.pointerDown(screen.getByText("a"))
  rerender(<Names names={["b"]} />)

  act(() => vi.advanceTimersByTime(4999))
  expect(shown()).toHaveLength(2)
  act(() => vi.advanceTimersByTime(1))
  expect(shown()).toEqual(["b"])
})

test("the focus of a row that has left stays at its place", () => {
  const { rerender } = render(<Names names={["a", "b"]} />)
  screen.getByText("a").focus()
  rerender(<Names names={["b"]} />)
  screen.getByText("a").blur()
  rerender(<Names names={["b", "c"]} />)

  expect(document.activeElement).toBe(screen.getByText("a").closest("li"))
})
