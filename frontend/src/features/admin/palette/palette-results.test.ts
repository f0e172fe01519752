import { expect, test } from "vitest"
import { sectionsFor } from "@/features/admin/sections"
import { type Found, kindsOf, pagesMatching } from "./palette-results"

const hindi = ({ name }: { name: string }) => (name === "orders" ? "ऑर्डर" : name === "cases" ? "मामले" : "अन्य")

function names(text: string) {
  const mine = sectionsFor(["orders:read", "cases"])
  return pagesMatching(mine, text, hindi).map(({ name }) => name)
}

test("a page is found by its name in the reader's language and by its address", () => {
  expect(names("मामले")).toEqual(["cases"])
  expect(names("Order-Man")).toEqual(["management"])
})

test("every page contains /admin, which finds none by itself", () => {
  expect(names("admin")).toEqual([])
})

test("only pages that the role may see are listed", () => {
  expect(names("")).toEqual(["orders", "management", "claims", "cases"])
})

const row = (more: Partial<Found>): Found => ({
  subject: "user:1",
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "",
  orderId: null,
  status: null,
  paymentStatus: null,
  amount: null,
  at: "2026-11-21T10:00:00Z",
  ...more,
})

test("an enquiry about an order is an enquiry", () => {
  const { orders, customers, tickets } = kindsOf([
    row({ orderId: "AKS-1", status: "confirmed", amount: 350 }),
    row({}),
    row({ orderId: "AKS-1", ticketNumber: "ENQ-1" }),
  ])

  expect(orders).toEqual([{ orderId: "AKS-1", name: "Asha Rao", status: "confirmed", amount: 350 }])
  expect(customers.map(({ subject }) => subject)).toEqual(["user:1"])
  expect(tickets.map(({ ticketNumber }) => ticketNumber)).toEqual(["ENQ-1"])
})

test("five of a kind are enough", () => {
  expect(kindsOf(Array.from({ length: 8 }, () => row({}))).customers).toHaveLength(5)
})
