import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { type Entry, type SupportTimeline, timelineQuery } from "@/features/admin/support/queries"
import { CustomerNotes } from "./customer-notes"

const entry = (id: string, kind: Entry["kind"], text: string): Entry => ({
  _id: id,
  kind,
  at: "2026-11-21T18:30:00Z",
  event: `${kind}.${kind}`,
  cause: "staff",
  actor: "Neha",
  facts: {},
  text,
})

test("a customer's dialog shows their notes, newest first, and nothing else of their timeline", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const timeline: SupportTimeline = {
    subject: "user:U1",
    customer: { name: "", email: "", phone: "", language: "en", city: "", userId: "U1", whatsapp: "" },
    orderId: null,
    status: null,
    paymentStatus: null,
    amount: null,
    items: [],
    address: "",
    ticket: null,
    payments: [],
    entries: [
      entry("1", "note", "Prefers calls at noon"),
      entry("2", "account", "Logged in"),
      entry("3", "note", "Wants small beads"),
    ],
    mails: [],
    others: [],
    assignee: null,
    version: 1,
  }
  client.setQueryData(timelineQuery("user:U1").queryKey, timeline)
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <CustomerNotes userId="U1" />
      </QueryClientProvider>
    </MemoryRouter>,
  )

  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    "Wants small beadsNeha · 22 Nov 2026, 12:00 am IST",
    "Prefers calls at noonNeha · 22 Nov 2026, 12:00 am IST",
  ])
})
