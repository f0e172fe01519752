import { renderHook } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { useThrottled } from "./use-throttled"

describe("a throttled call", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function start() {
    const ran: number[] = []
    const hook = renderHook(({ name }) => useThrottled(() => ran.push(name), 1000), {
      initialProps: { name: 1 },
    })
    return { ran, hook, call: () => hook.result.current() }
  }

  it("runs at once, and once more for all calls during the wait", () => {
    const { ran, call } = start()

    for (let n = 0; n < 5; n++) call()
    expect(ran).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(ran).toHaveLength(2)
    vi.advanceTimersByTime(5000)

    expect(ran).toHaveLength(2)
  })

  it("waits after the second run too", () => {
    const { ran, call } = start()

    call()
    call()
    vi.advanceTimersByTime(1500)
    call()

    expect(ran).toHaveLength(2)
  })

  it("runs the newest function", () => {
    const { ran, call, hook } = start()

    call()
    call()
    hook.rerender({ name: 2 })
    vi.advanceTimersByTime(1000)

    expect(ran).toEqual([1, 2])
  })

  it("is cancelled when the component unmounts", () => {
    const { ran, call, hook } = start()

    call()
    call()
    hook.unmount()
    vi.advanceTimersByTime(5000)

    expect(ran).toHaveLength(1)
  })
})
