import { render } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { useWake } from "./use-wake"

function Sleeper({ onWake }: { onWake: () => void }) {
  useWake(onWake)
  return null
}

function wakings() {
  let count = 0
  const view = render(<Sleeper onWake={() => count++} />)
  return { ...view, count: () => count }
}

describe("a page that wakes", () => {
  it.each([
    ["is thawed", () => document.dispatchEvent(new Event("resume"))],
    ["is shown again", () => document.dispatchEvent(new Event("visibilitychange"))],
    ["is back on the network", () => window.dispatchEvent(new Event("online"))],
    [
      "comes out of the browser's memory",
      () => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
    ],
  ])("looks anew when it %s", (_, wake) => {
    const { count } = wakings()

    wake()

    expect(count()).toBe(1)
  })

  it("does not take its first showing for waking", () => {
    const { count } = wakings()

    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }))

    expect(count()).toBe(0)
  })

  it("looks no more when it has been left", () => {
    const { count, unmount } = wakings()
    unmount()

    window.dispatchEvent(new Event("online"))

    expect(count()).toBe(0)
  })
})
