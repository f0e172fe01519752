import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, it } from "vitest"
import type { AdminOrder } from "./queries"
import { StatusDialog } from "./status-dialog"

const sent: AdminOrder = {
  _id: "AKS-1",
  orderId: "AKS-1",
  status: "dispatched",
  nextStatuses: ["shipped"],
  carrier: "Delhivery",
  trackingNumber: "1490812345",
  estimatedDelivery: null,
  cashRisks: [{ kind: "refused", count: 2 }],
  items: [],
} as unknown as AdminOrder

const show = (order: AdminOrder) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <StatusDialog order={order} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it("says how many pieces are sent, and asks why refunded ones are all the same", async () => {
  const items = [{ quantity: 5, withheld: 2, sent: 0 }]
  show({ ...sent, status: "packaging", nextStatuses: ["dispatched"], items } as unknown as AdminOrder)

  await userEvent.selectOptions(await screen.findByLabelText(/New status/), "dispatched")
  expect(screen.getByText(/Refund for 2 of 5 pieces: 3 will be sent/)).toBeVisible()
  expect(screen.queryByLabelText(/Reason to send/)).toBeNull()
  await userEvent.click(screen.getByLabelText("Send the refunded pieces anyway"))

  expect(screen.getByLabelText(/Reason to send/)).toBeRequired()
})

it("asks only for what the new status needs", async () => {
  show({ ...sent, nextStatuses: ["processing", "shipped", "cancelled"] } as AdminOrder)
  const status = await screen.findByLabelText(/New status/)
  const fields = () =>
    ["Courier", "Tracking number", "Estimated delivery", "Note to the customer"].filter(
      (name) => screen.queryAllByLabelText(new RegExp(name)).length > 0,
    )
  expect(fields()).toEqual([])

  await userEvent.selectOptions(status, "shipped")
  expect(fields()).toHaveLength(4)
  for (const other of ["processing", "cancelled"]) {
    await userEvent.selectOptions(status, other)
    expect(fields()).toEqual(["Note to the customer"])
  }
})

it("shows what a colleague has changed meanwhile, and keeps what was typed", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const dialog = (order: AdminOrder) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StatusDialog order={order} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(dialog(sent))
  await userEvent.selectOptions(await screen.findByLabelText(/New status/), "shipped")
  const carrier = screen.getByLabelText("Courier")
  expect(screen.getByText(/^2 parcels were refused/)).toBeVisible()
  await userEvent.clear(carrier)
  await userEvent.type(carrier, "India Post")

  rerender(dialog({ ...sent, carrier: "Blue Dart", trackingNumber: "1490854321" }))
  await userEvent.click(screen.getByRole("button", { name: "Put my changes on top" }))

  await waitFor(() => expect(screen.getByLabelText("Tracking number")).toHaveValue("1490854321"))
  expect(carrier).toHaveValue("India Post")
})
