import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { Component } from "./operations-page"
import { type Check, operationsQuery } from "./queries"

const fine: Check = { name: "mails", status: "fine", count: 0, since: null }

function show(checks: Check[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(operationsQuery.queryKey, { checks, version: 1 })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("says that everything runs while all checks are fine", () => {
  show([fine, { name: "database", status: "fine", count: null, since: null }])

  expect(screen.getByRole("status")).toHaveTextContent("Everything runs.")
  expect(screen.getByText("0 wait")).toBeVisible()
})

test("says what is stuck, how much of it and since when", () => {
  show([{ name: "payments", status: "failing", count: 2, since: "2026-11-24T04:00:00Z" }, fine])

  expect(screen.getByRole("status")).toHaveTextContent("Something does not run.")
  expect(screen.getByText("Payments to check")).toBeVisible()
  expect(screen.getByText(/^2 wait, since /)).toBeVisible()
})

test("says of a nightly job when it last ran, and what it found", () => {
  show([
    { name: "ledgerAudit", status: "late", count: 1, since: "2026-11-23T21:07:00Z" },
    { name: "statements", status: "fine", count: null, since: null },
  ])

  expect(screen.getByRole("status")).toHaveTextContent("Something needs a look.")
  expect(screen.getByText(/^1 difference, last on /)).toBeVisible()
  expect(screen.getByText("not yet")).toBeVisible()
})

test.each([
  [13, "Needs a look", "13 days left"],
  [1, "Does not run", "1 day left"],
  [null, "Needs a look", "not read lately"],
])("says how many days the certificate has left: %s", (count, said, figures) => {
  show([
    { name: "certificate", status: said === "Does not run" ? "failing" : "late", count, since: null },
    { name: "mailServer", status: "failing", count: 3, since: "2026-11-24T04:00:00Z" },
  ])

  expect(screen.getByText("Certificate of the site").parentElement).toHaveTextContent(said)
  expect(screen.getByText(figures)).toBeVisible()
  expect(screen.getByText(/^3 wait, since /)).toBeVisible()
})
