import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loadTexts, setLanguage } from "@/i18n"
import type { Order } from "./queries"
import { Timeline } from "./timeline"

const kinds = ["refund_started", "refund_failed", "refund_done"]

/** The timeline's sentences about refunds, with amounts or as whoever holds a shared link sees them. */
function sentences(amount: number | null): string[] {
  const history = kinds.map((kind, day) => ({
    kind,
    at: `2026-11-2${day}T10:00:00Z`,
    note: "",
    data: amount === null ? {} : { amount },
  }))
  render(
    <MemoryRouter>
      <Timeline order={{ history, payments: [] } as unknown as Order} />
    </MemoryRouter>,
  )
  return screen.getAllByRole("listitem").map((row) => row.querySelector("p")?.textContent ?? "")
}

beforeEach(() => loadTexts("orders"))
afterEach(() => setLanguage("en"))

test("refunds are told with their amounts", () => {
  expect(sentences(105)).toEqual([
    "A refund of ₹105 was started",
    "A refund of ₹105 did not go through; we are looking into it",
    "₹105 was refunded",
  ])
})

test("refunds whose amounts are not shown are told in whole sentences", () => {
  expect(sentences(null)).toEqual([
    "A refund was started",
    "A refund did not go through; we are looking into it",
    "Money was refunded",
  ])
})

test("also in Hindi", async () => {
  await setLanguage("hi")

  expect(sentences(null)).toEqual([
    "राशि लौटाने की प्रक्रिया शुरू हुई",
    "राशि लौटाई नहीं जा सकी; हम इसे देख रहे हैं",
    "राशि लौटाई गई",
  ])
})
