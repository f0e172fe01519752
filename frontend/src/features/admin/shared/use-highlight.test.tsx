import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { useHighlight } from "./use-highlight"

function Figure({ value, fresh }: { value: number; fresh?: boolean }) {
  const highlighted = useHighlight<HTMLParagraphElement>(value, fresh)
  return <p ref={highlighted}>figure</p>
}

describe("a value that changes live", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const mark = () => screen.getByText("figure").dataset.changed
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  it("is not highlighted at first, unless it is fresh", () => {
    const { unmount } = render(<Figure value={1} />)
    expect(mark()).toBeUndefined()
    unmount()

    render(<Figure value={1} fresh />)
    expect(mark()).toBe("strong")
  })

  it("is highlighted, then pale, then unmarked", () => {
    const { rerender } = render(<Figure value={1} />)
    rerender(<Figure value={2} />)

    expect(mark()).toBe("strong")
    pass(2_050)
    expect(mark()).toBe("pale")
    pass(1_000)
    expect(mark()).toBeUndefined()
  })

  it("is batched into the next tick, without a render of its own", () => {
    const { rerender } = render(<Figure value={1} />)
    const other = render(<Figure value={1} />)
    rerender(<Figure value={2} />)
    for (const value of [3, 4]) {
      pass(900)
      other.rerender(<Figure value={value} />)
    }

    expect(screen.getAllByText("figure").map((figure) => figure.dataset.changed)).toEqual(["pale", "strong"])
  })

  it("is highlighted again by each change, but not by a render without one", () => {
    const { rerender } = render(<Figure value={1} />)
    rerender(<Figure value={2} />)
    pass(2_050)
    rerender(<Figure value={2} />)
    expect(mark()).toBe("pale")

    rerender(<Figure value={3} />)
    expect(mark()).toBe("strong")
    pass(3_050)
    expect(mark()).toBeUndefined()
  })
})
