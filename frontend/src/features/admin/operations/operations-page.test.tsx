import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { Component } from "./operations-page"
import { type Check, operationsQuery } from "./queries"

const fine: Check = { name: "mails", status: "ok", count: 0, since: null }

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

test("says that everything works while all checks are fine", () => {
  show([fine, { name: "database", status: "ok", count: null, since: null }])

  expect(screen.getByRole("status")).toHaveTextContent("Everything works.")
  expect(screen.getByText("0 wait")).toBeVisible()
})

test("says what is stuck, how much of it and since when", () => {
  show([{ name: "payments", status: "failing", count: 2, since: "2026-11-24T04:00:00Z" }, fine])

  expect(screen.getByRole("status")).toHaveTextContent("Something does not work.")
  expect(screen.getByText("Payments to check")).toBeVisible()
  expect(screen.getByText(/^2 wait, since /)).toBeVisible()
})

test("says of a nightly job when it last ran, and what it found", () => {
  show([
    { name: "ledgerAudit", status: "warning", count: 1, since: "2026-11-23T21:07:00Z" },
    { name: "statements", status: "ok", count: null, since: null },
  ])

  expect(screen.getByRole("status")).toHaveTextContent("Something needs a look.")
  expect(screen.getByText(/^1 difference, last on /)).toBeVisible()
  expect(screen.getByText("not yet")).toBeVisible()
})

test("counts what a check is about", () => {
  show([
    { name: "certificate", status: "warning", count: 13, since: null },
    { name: "disk", status: "failing", count: 1, since: null },
    { name: "processes", status: "failing", count: 2, since: null },
    { name: "mailsRefused", status: "failing", count: 3, since: "2026-11-24T04:00:00Z" },
  ])

  for (const text of ["13 days left", "1 % free", "2 do not answer"])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText(/^3 wait, since /)).toBeVisible()
})

test("shows what fails before what needs a look and what is fine", () => {
  show([
    fine,
    { name: "certificate", status: "warning", count: 13, since: null },
    { ...fine, name: "site", status: "failing" },
  ])

  expect(
    [...document.querySelectorAll("[data-check]")].map((card) => card.getAttribute("data-check")),
  ).toEqual(["site", "certificate", "mails"])
})

test("says that nothing has been checked while the watcher has not run", () => {
  show([{ name: "watch", status: "ok", count: null, since: null }])

  expect(screen.getByRole("status")).toHaveTextContent("Nothing has been checked yet.")
})
