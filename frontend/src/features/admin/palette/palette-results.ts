import type { Section } from "@/features/admin/sections"
import type { Schemas } from "@/lib/api"

export type Found = Schemas["SupportResult"]
export type FoundTransaction = Schemas["TransactionRow"]
type FoundOrder = { orderId: string; name: string; status: string | null; amount: number | null }

/** Most results of a kind: a longer text finds fewer. */
export const MOST = 5

/** The pages whose name or address contains the text; all of them without a text. */
export function pagesMatching(
  sections: readonly Section[],
  text: string,
  labelOf: (section: Section) => string,
): Section[] {
  const wanted = text.trim().toLowerCase()
  return sections.filter(
    (section) =>
      labelOf(section).toLowerCase().includes(wanted) || section.path.slice("/admin".length).includes(wanted),
  )
}

/** What the support search found, by kind. */
export function kindsOf(found: readonly Found[]) {
  const orders: FoundOrder[] = []
  const customers: Found[] = []
  const tickets: (Found & { ticketNumber: string })[] = []
  for (const row of found) {
    const { orderId, ticketNumber, name, email, status, amount } = row
    // A ticket about an order names that order, too.
    if (ticketNumber) tickets.push({ ...row, ticketNumber })
    else if (orderId) orders.push({ orderId, name: name || email, status, amount })
    else customers.push(row)
  }
  return {
    orders: orders.slice(0, MOST),
    customers: customers.slice(0, MOST),
    tickets: tickets.slice(0, MOST),
  }
}
