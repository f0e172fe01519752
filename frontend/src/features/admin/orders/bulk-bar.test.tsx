import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, it } from "vitest"
import { BulkBar, BulkResults } from "./bulk-bar"
import type { AdminOrder, OrderStatus } from "./queries"

const order = (orderId: string, ...nextStatuses: OrderStatus[]) =>
  ({ _id: orderId, orderId, nextStatuses, trackingNumber: "" }) as AdminOrder

it("asks for tracking numbers only of orders that can be dispatched, and counts the others", async () => {
  const chosen = [order("AKS-PACKED", "dispatched"), order("AKS-PAID", "processing", "cancelled")]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BulkBar chosen={chosen} onClear={() => {}} />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  await userEvent.click(screen.getByRole("button", { name: "Update status" }))
  const form = within(await screen.findByRole("dialog"))
  await waitFor(() => expect(form.getByLabelText("New status")).toHaveFocus())
  await userEvent.selectOptions(form.getByLabelText("New status"), "Dispatched")

  expect(form.getByText("1 of the chosen orders cannot go there and stays as it is.")).toBeVisible()
  expect(form.getByLabelText("Tracking number of AKS-PACKED")).toBeVisible()
  expect(form.queryByLabelText("Tracking number of AKS-PAID")).toBeNull()
  expect(form.getByRole("button", { name: "Update 1 order" })).toBeEnabled()

  await userEvent.keyboard("{Escape}")
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(screen.getByRole("button", { name: "Update status" })).toHaveFocus()
})

it("offers packing while an order is before it, and no more than the server takes at once", () => {
  const paid = order("AKS-PAID", "processing", "cancelled")
  const bar = (chosen: AdminOrder[]) => (
    <QueryClientProvider client={new QueryClient()}>
      <BulkBar chosen={chosen} onClear={() => {}} />
    </QueryClientProvider>
  )
  const names = () => screen.getAllByRole("button").map((button) => button.textContent)
  const { rerender } = render(bar([paid, order("AKS-PACKED", "dispatched")]))
  expect(names()).toContain("Mark as packed and print labels")

  rerender(bar([order("AKS-PACKED", "dispatched")]))
  expect(names()).toEqual(["Clear selection", "Update status", "Packing slip", "Address label"])
  rerender(bar(Array.from({ length: 51 }, () => paid)))
  expect(names()).toEqual(["Clear selection"])
  expect(screen.getByText("At most 50 orders at once")).toBeVisible()
})

it("shows the result for each order, with the focus on the close button", () => {
  render(
    <BulkResults
      moved={1}
      onClose={() => {}}
      results={[
        { orderId: "AKS-PACKED", ok: true, status: "dispatched", code: "", message: "", undo: 7 },
        {
          orderId: "AKS-PAID",
          ok: false,
          status: "confirmed",
          code: "X",
          message: "This is not allowed",
          undo: null,
        },
      ]}
    />,
  )
  const [moved, stayed] = screen.getAllByRole("listitem")
  expect(moved).toHaveTextContent("AKS-PACKEDDispatched")
  expect(stayed).toHaveTextContent("AKS-PAIDThis is not allowed")
  expect(screen.getByRole("button", { name: "Close" })).toHaveFocus()
})
