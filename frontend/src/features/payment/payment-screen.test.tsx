import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { afterEach, beforeAll, expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import { type PaymentStatus, paymentQuery } from "@/lib/payment-status"
import { PaymentScreen } from "./payment-screen"

const payment = {
  transactionId: "TXN1",
  orderId: "AKS-7F3K",
  outcome: "success",
  status: "SUCCESS",
  fulfils: true,
  amount: 500,
  products: [],
  pieces: [
    {
      title: "5 Mukhi Rudraksha",
      image: "",
      quantity: 2,
      options: "Nepal · Size: Regular",
    },
  ],
  paidAt: "2026-11-22T14:09:00Z",
  steps: {},
  version: 1,
} as unknown as PaymentStatus

// What suspends in a synchronous render is not rendered again.
beforeAll(() => loadTexts("payment-more"))

afterEach(() => sessionStorage.clear())

function show(changes: Partial<PaymentStatus> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(paymentQuery("TXN1").queryKey, { ...payment, ...changes })

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PaymentScreen transactionId="TXN1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("a paid order is thanked for with its pieces, its number and its day, and has one next step", async () => {
  show()

  expect(await screen.findByText("Thank you.")).toBeVisible()
  const bought = within(screen.getByRole("region", { name: "Order AKS-7F3K" }))
  expect(bought.getByText("5 Mukhi Rudraksha")).toBeVisible()
  expect(bought.getByText("Nepal · Size: Regular")).toBeVisible()
  expect(bought.getByText("× 2")).toBeVisible()
  expect(bought.getByText("22 Nov 2026")).toBeVisible()
  expect(screen.getByRole("link", { name: "Track Order" })).toHaveClass("bg-accent")
  expect(screen.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/")
})

test.each([
  { outcome: "success" },
  { outcome: "success", fulfils: false },
  { outcome: "received", status: "PENDING" },
  { outcome: "processing", status: "PENDING", answeredAt: "2026-11-22T14:09:00Z" },
  {
    outcome: "processing",
    status: "PENDING",
    answeredAt: "2026-11-22T14:09:00Z",
    expiresAt: "2099-11-22T14:09:00Z",
  },
  { outcome: "failed", status: "FAILED", canRetry: true },
  { outcome: "failed", status: "FAILED", canRetry: false },
  { outcome: "failed", status: "CANCELLED", canRetry: true },
] as const)("%o has one filled action", async (changes) => {
  show({ expiresAt: null, fulfils: changes.outcome === "success", ...changes })

  await screen.findByText("Payment details")
  const actions = [...screen.getAllByRole("link"), ...screen.getAllByRole("button")]
  expect(actions.filter((action) => action.classList.contains("bg-accent"))).toHaveLength(1)
})

test("a payment that the shopper cancelled has not failed, and was not paid with anything", async () => {
  show({ outcome: "failed", status: "CANCELLED", method: "UPI", canRetry: true, fulfils: false })

  expect(await screen.findByRole("heading", { level: 1, name: "Payment Cancelled" })).toBeVisible()
  expect(screen.getByText("You cancelled this payment.")).toBeVisible()
  expect(screen.getByText("Payment method").nextSibling).toHaveTextContent("UPI")
  expect(screen.queryByText(/Failed|Paid with|What often helps/)).toBeNull()
})

test.each([
  [1, "Your piece is reserved for you. It should reach you by 1 Dec 2026."],
  [2, "Your pieces are reserved for you. They should reach you by 1 Dec 2026."],
])("of %i the thanks speak in the right number", async (quantity, text) => {
  show({
    orderStatus: "confirmed",
    estimatedDelivery: "2026-12-01",
    pieces: [{ title: "5 Mukhi Rudraksha", image: "", quantity, options: "" }],
  })

  expect(await screen.findByText(text, { exact: false })).toBeVisible()
})

test.each([
  ["the buyer of this tab", "AKS-7F3K", "Thank you, Asha."],
  ["nobody for another order's buyer", "AKS-OTHER", "Thank you."],
])("the screen thanks %s by name", async (_, orderId, thanks) => {
  const last = { orderId, transactionId: "TXN1", amount: 500, orderLink: null, firstName: " Asha " }
  sessionStorage.setItem("phonepePaymentData", JSON.stringify(last))

  show()

  expect(await screen.findByText(thanks)).toBeVisible()
})

test.each(["cancelled", "refunded", "returned"] as const)(
  "of an order that is %s no step is said to come next",
  async (orderStatus) => {
    show({ orderStatus })

    expect(await screen.findByText("Transaction ID")).toBeVisible()
    expect(screen.queryByRole("heading", { name: "What happens next" })).toBeNull()
  },
)

test.each([
  ["confirmed", "Your pieces are reserved for you."],
  ["packaging", "Your pieces are reserved for you."],
  ["dispatched", "Your parcel is on its way to you."],
  ["shipped", "Your parcel is on its way to you."],
  ["delivered", "Your order has been delivered."],
  ["cancelled", null],
  ["refunded", null],
] as const)("of an order that is %s the screen says where its pieces are", async (orderStatus, text) => {
  show({ orderStatus })

  await screen.findByText("Thank you.")
  for (const each of [/reserved for you/, /on its way to you/, /has been delivered/]) {
    const found = screen.queryByText(each)
    if (text && each.test(text)) expect(found).toHaveTextContent(text)
    else expect(found).toBeNull()
  }
})
