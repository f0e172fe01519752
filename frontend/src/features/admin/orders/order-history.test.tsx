import { render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loadTexts, setLanguage } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { OrderHistory } from "./order-history"

const mails = [
  ["order.mail_sent", "order_received"],
  ["order.mail_sent", "payment_failed"],
  ["order.mail_failed", "invoice"],
  ["order.mail_sent", "a kind of tomorrow"],
  ["order.mail_sent", "free_order_confirmed"],
] as const

function told(): (string | null | undefined)[] {
  const events = mails.map(([name, mail], day) => ({
    name,
    at: `2026-11-2${day}T10:00:00Z`,
    by: "",
    note: "",
    data: { mail },
  }))
  render(<OrderHistory events={events as unknown as Schemas["AdminOrderEvent"][]} />)
  return screen.getAllByRole("listitem").map((row) => row.querySelector("span")?.textContent)
}

beforeEach(() => loadTexts("adminOrders"))
afterEach(() => setLanguage("en"))

test("each mail in an order's history is named", () => {
  expect(told()).toEqual([
    "Email sent: Order confirmed, nothing to pay",
    "Email sent",
    "Email failed: Invoice",
    "Email sent: Payment failed",
    "Email sent: Order received",
  ])
})

test("also in Hindi", async () => {
  await setLanguage("hi")

  expect(told()).toEqual([
    "ईमेल भेजा गया: ऑर्डर पक्का, कुछ चुकाना नहीं",
    "ईमेल भेजा गया",
    "ईमेल नहीं गया: बिल",
    "ईमेल भेजा गया: भुगतान विफल",
    "ईमेल भेजा गया: ऑर्डर मिला",
  ])
})

test.each([
  ["free", "Confirmed, nothing to pay"],
  ["", "Paid and confirmed"],
])("an order confirmed by %j is not told as another", (cause, text) => {
  const event = { name: "order.confirmed", cause, at: "2026-11-20T10:00:00Z", by: "", note: "", data: {} }
  render(<OrderHistory events={[event] as unknown as Schemas["AdminOrderEvent"][]} />)

  expect(screen.getByText(text)).toBeVisible()
})

test("a dispatch says which refunded pieces stayed, or why they were sent", () => {
  const events = [
    { sent: 3, withheld: 2 },
    { sent: 5, refundedSent: 2, reason: "Goodwill" },
  ].map((data, day) => ({
    name: "order.dispatched",
    at: `2026-11-2${day}T10:00:00Z`,
    by: "",
    note: "",
    data,
  }))
  render(<OrderHistory events={events as unknown as Schemas["AdminOrderEvent"][]} />)

  expect(screen.getByText("3 pieces sent; 2 refunded ones stayed")).toBeVisible()
  expect(screen.getByText("5 pieces sent, with 2 refunded ones: Goodwill")).toBeVisible()
})
