import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { ClaimDialog } from "./claim-dialog"
import { Claims } from "./claims"
import type { WholeOrder } from "./queries"

const item = (line: number, title: string) => ({
  line,
  title,
  quantity: 3,
  customization: { origin: "Nepal", size: null, pendantType: null, xrayCertification: false },
})
const opened = {
  claimId: "CLM-1",
  line: 2,
  quantity: 1,
  text: "Not a Rudraksha.",
  status: "opened",
  note: "",
  factor: 5,
  openedAt: "2026-11-20T10:00:00Z",
  statusAt: "2026-11-20T10:00:00Z",
  photos: [],
  due: null,
  refund: null,
  transfer: null,
  payTo: "asha@okbank",
  bankReference: "",
  canWithdraw: true,
}
const order = {
  orderId: "AKS-7F3K",
  view: "owner",
  version: 3,
  items: [item(1, "5 Mukhi Rudraksha"), item(2, "11 Mukhi Rudraksha")],
  claims: [opened],
} as unknown as WholeOrder

function show(children: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
}

const withClaim = (changed: object) =>
  ({ ...order, claims: [{ ...opened, ...changed }] }) as unknown as WholeOrder

test("an open claim says what it is about and can be taken back", () => {
  show(<Claims order={order} secret={null} />)

  expect(screen.getByText("11 Mukhi Rudraksha (Nepal) × 1")).toBeVisible()
  expect(screen.getByText(/we are looking at the report/)).toBeVisible()
  expect(screen.queryByText("Total")).toBeNull()
  expect(screen.getByRole("button", { name: "Withdraw claim" })).toBeEnabled()
})

test("a paid claim says what came back by which way, and the bank's reference", () => {
  const paid = { status: "paid", due: 39_000, refund: 7_800, transfer: 31_200, bankReference: "UTR123456" }
  show(<Claims order={withClaim({ ...paid, canWithdraw: false })} secret={null} />)

  for (const [label, amount] of [
    ["To your original payment method", "₹7,800"],
    ["By UPI to asha@okbank", "₹31,200"],
    ["Total", "₹39,000"],
    ["Bank reference", "UTR123456"],
  ] as const) {
    expect(screen.getByText(label).nextSibling).toHaveTextContent(amount)
  }
  expect(screen.queryByRole("button", { name: "Withdraw claim" })).toBeNull()
})

test("a way that nothing takes is not shown, and an erased UPI ID leaves no gap", () => {
  const done = { status: "approved", due: 39_000, refund: 0, transfer: 39_000, payTo: "", canWithdraw: false }
  show(<Claims order={withClaim(done)} secret={null} />)

  expect(screen.queryByText("To your original payment method")).toBeNull()
  expect(screen.getByText("By UPI").nextSibling).toHaveTextContent("₹39,000")
})

test("a claim names one item and at most as many pieces as are left of it", async () => {
  const items = [
    { line: 1, quantity: 1 },
    { line: 2, quantity: 2 },
  ]
  show(
    <ClaimDialog order={order} canClaim={{ factor: 5, items }} secret={null} open onOpenChange={() => {}} />,
  )
  await userEvent.click(screen.getByRole("button", { name: "Continue" }))

  expect(screen.getByText("Please choose an item")).toBeVisible()
  await waitFor(() => expect(screen.getByRole("radio", { name: /^5 Mukhi/ })).toHaveFocus())
  for (const words of ["what the laboratory found", "a photo of the report", "a UPI ID such as"]) {
    expect(screen.getByText(new RegExp(words))).toBeVisible()
  }
  await userEvent.click(screen.getByRole("radio", { name: /^5 Mukhi/ }))
  expect(screen.queryByText("Please choose an item")).toBeNull()
  expect(screen.queryByRole("spinbutton")).toBeNull()
  await userEvent.click(screen.getByRole("radio", { name: /^11 Mukhi/ }))
  expect(screen.getByRole("spinbutton", { name: "How many of 11 Mukhi Rudraksha" })).toHaveAttribute(
    "aria-valuemax",
    "2",
  )
})
