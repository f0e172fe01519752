import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { ClaimCard } from "./claim-card"
import type { ClaimRow } from "./queries"

const claim: ClaimRow = {
  claimId: "CLM-1",
  line: 1,
  quantity: 2,
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
  orderId: "AKS-7F3K",
  customer: "Asha Rao",
  orderAt: "2026-11-01T10:00:00Z",
  title: "5 Mukhi Rudraksha",
  paid: 700,
  wouldBeDue: 3500,
  needsSecondPerson: false,
  proposedBy: "",
  proposedById: null,
  decidedBy: "",
  next: ["approve", "decline"],
}

function show(changed: Partial<ClaimRow>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ClaimCard claim={{ ...claim, ...changed }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("an approval shows its amount, a decline needs a note", async () => {
  show({})

  expect(screen.getByText("Paid for the pieces").nextSibling).toHaveTextContent("₹700")
  expect(screen.getByRole("button", { name: "Approve: ₹3,500" })).toBeEnabled()
  await userEvent.click(screen.getByRole("button", { name: "Decline" }))
  expect(screen.getByText("Please tell the customer why")).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText("Note to the customer")).toHaveFocus())
})

test("a claim above the limit needs two approvals", () => {
  show({ needsSecondPerson: true })

  expect(screen.getByText(/a second person has to approve it, too/)).toBeVisible()
})

test("the first approver may only decline", () => {
  show({ status: "approval", needsSecondPerson: true, proposedBy: "Meera", next: ["decline"] })

  expect(screen.getByText("First approval").nextSibling).toHaveTextContent("Meera")
  expect(screen.getByText("Another member of staff has to approve it.")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull()
  expect(screen.getByRole("button", { name: "Decline" })).toBeEnabled()
})

test("an approved claim shows amount and account, and asks for the bank's reference", async () => {
  show({ status: "approved", due: 3500, refund: 700, transfer: 2800, next: ["pay"] })

  expect(screen.getByText(/Send ₹2,800 to asha@okbank/)).toBeVisible()
  await userEvent.type(screen.getByLabelText("Bank reference"), "12 34{Enter}")
  expect(screen.getByText(/^Please enter the bank's reference/)).toBeVisible()
})

test("without the right to refund the claim is read-only", () => {
  show({ payTo: "", next: [] })

  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.queryByText("UPI ID")).toBeNull()
})
