import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { useHighlight } from "./use-highlight"

function Figure({ value, fresh }: { value: number; fresh?: boolean }) {
  const highlighted = useHighlight<HTMLParagraphElement>(value, fresh)
  return <p ref={highlighted}>figure</p>
}

describe("a figure that changes by itself", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const mark = () => screen.getByText("figure").dataset.changed
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  it("is not marked as it first appears, unless it came by itself", () => {
    const { unmount } = render(<Figure value={1} />)
    expect(mark()).toBeUndefined()
    unmount()

    render(<Figure value={1} fresh />)
    expect(mark()).toBe("strong")
  })

  it("is marked, then paler, then as before", () => {
    const { rerender } = render(<Figure value={1} />)
    rerender(<Figure value={2} />)

    expect(mark()).toBe("strong")
    pass(1_850)
    expect(mark()).toBe("pale")
    pass(900)
    expect(mark()).toBeUndefined()
  })

  it("is marked anew by each change, and drawn again without one left as it is", () => {
    const { rerender } = render(<Figure value={1} />)
    rerender(<Figure value={2} />)
    pass(1_850)
    rerender(<Figure value={2} />)
    expect(mark()).toBe("pale")

    rerender(<Figure value={3} />)
    expect(mark()).toBe("strong")
    pass(2_750)
    expect(mark()).toBeUndefined()
  })
})
