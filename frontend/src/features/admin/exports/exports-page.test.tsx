import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, it } from "vitest"
import { shopQuery } from "@/lib/shop"
import { profileQuery, type User, useSession } from "@/stores/session"
import { Component } from "./exports-page"
import { type Export, exportsQuery } from "./queries"

const file = (status: Export["status"], changed: Partial<Export> = {}): Export => ({
  _id: `EXP-${status}`,
  kind: "transactions",
  format: "csv",
  status,
  filters: { status: "SUCCESS" },
  personalData: "masked",
  rowsDone: 0,
  rowsTotal: null,
  fileName: "akshamala-transactions.csv",
  size: 0,
  createdAt: "2026-11-22T02:56:13Z",
  endedAt: null,
  expiresAt: null,
  version: 1,
  ...changed,
})

const STAFF: User = {
  _id: "U1",
  name: "Sample Finance",
  email: "finance@shop.example",
  phone: "",
  address: {},
  isAdmin: false,
  role: "finance",
  rights: ["exports"],
  language: "en",
  hasPassword: false,
  version: 1,
}

function show(files: Export[], gstin = "27AAAAA0000A1Z2", chargesTax = true) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  useSession.setState({ session: "session-1" })
  client.setQueryData(profileQuery.queryKey, STAFF)
  client.setQueryData(exportsQuery.queryKey, { exports: files, version: 1 })
  client.setQueryData(shopQuery.queryKey, { name: { en: "Akshamala" }, gstin, chargesTax } as never)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it("heads each file as a part of the page", () => {
  show([file("done")])

  // Axe refuses a heading of level 3 right below the page's own.
  expect(screen.getByRole("heading", { level: 2, name: "Transactions" })).toBeTruthy()
})

it.each(["failed", "expired", "cancelled"] as const)(
  "a file that is %s can be made again with the same filters",
  async (status) => {
    show([file(status)])
    await userEvent.click(screen.getByRole("button", { name: "Export again" }))
    const dialog = within(await screen.findByRole("dialog", { name: "Export Transactions" }))
    expect(dialog.getByText("Success")).toBeVisible()
    expect(dialog.getByRole("checkbox")).not.toBeChecked()
  },
)

it("shows the progress of an export, and no download before it is done", () => {
  show([file("running", { rowsDone: 41_250, rowsTotal: 100_000 })])
  expect(screen.getByRole("progressbar")).toHaveAttribute("value", "41250")
  expect(screen.getByText("41,250 of 1,00,000 rows")).toBeVisible()
  expect(screen.queryByRole("button", { name: "Download" })).toBeNull()
  expect(screen.queryByRole("button", { name: "Export again" })).toBeNull()
})

it("GSTR-1 comes as the portal's JSON or a workbook", async () => {
  show([])
  await userEvent.click(screen.getByRole("radio", { name: /GSTR-1/ }))
  await userEvent.click(screen.getByRole("button", { name: "Make the file" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Export GSTR-1" }))
  expect(dialog.getByRole("radio", { name: /JSON/ })).toBeChecked()
  expect(dialog.getByRole("radio", { name: /XLSX/ })).toBeVisible()
  expect(dialog.queryByRole("radio", { name: /CSV/ })).toBeNull()
})

it("e-invoices need the names in full, and what for", async () => {
  show([])
  await userEvent.click(screen.getByRole("radio", { name: /E-invoices/ }))
  await userEvent.click(screen.getByRole("button", { name: "Make the file" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Export E-invoices" }))
  expect(dialog.queryByRole("checkbox")).toBeNull()
  expect(dialog.getByLabelText("What you need them for")).toBeVisible()
})

it("a shop without a GSTIN reads why it has no GSTR-1", () => {
  show([], "")
  expect(screen.getByRole("radio", { name: /GSTR-1/ })).toBeDisabled()
  expect(screen.getAllByText(/not registered for GST/)).toHaveLength(2)
  expect(screen.getByRole("radio", { name: /Tax report/ })).toBeChecked()
})

it("a shop under the composition scheme reads for which months it has a GSTR-1", () => {
  show([], undefined, false)
  expect(screen.getByRole("radio", { name: /GSTR-1.*CMP-08/ })).toBeEnabled()
  expect(screen.getByRole("radio", { name: /E-invoices.*CMP-08/ })).toBeEnabled()
  expect(screen.getAllByText(/CMP-08/)).toHaveLength(2)
})

it.each(["", "2999-12"])("the papers of the month %j are refused at the field", async (month) => {
  show([])
  const field = screen.getByLabelText("Month")
  fireEvent.change(field, { target: { value: month } })
  await userEvent.click(screen.getByRole("button", { name: "Make the file" }))
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveAccessibleDescription("Choose a month up to the current one")
  expect(screen.queryByRole("dialog")).toBeNull()
})
