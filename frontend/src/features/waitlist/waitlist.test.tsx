import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, renderHook, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { MemoryRouter } from "react-router-dom"
import { beforeEach, expect, test, vi } from "vitest"
import { serverNow } from "@/lib/clock"
import type { ProductDetail } from "@/lib/types"
import { useSession } from "@/stores/session"
import { type UnpaidOrder, useUnpaidOrders } from "@/stores/unpaid-orders"
import { useOfferedProduct, type Waitlist } from "./use-offered-product"
import { WaitlistPanel } from "./waitlist"

type Place = NonNullable<Waitlist["place"]>

const inMinutes = (minutes: number) => new Date(serverNow() + minutes * 60_000).toISOString()
const contention = () => ({
  paying: 2,
  payingIsMore: false,
  pieces: 3,
  piecesIsMore: false,
  knownBy: inMinutes(4),
})
const place = (status: Place["status"], more: Partial<Place> = {}): Place => ({
  status,
  position: null,
  offeredUntil: null,
  isGuest: false,
  canBeOvertaken: false,
  ...more,
})
const line = (changes: Partial<Waitlist> = {}): Waitlist => ({
  productId: "p1",
  contention: contention(),
  waiting: 0,
  place: null,
  version: 1,
  ...changes,
})

beforeEach(() => {
  localStorage.clear()
  useUnpaidOrders.setState({ unpaid: [] })
  useSession.setState({ session: null })
})

/** Let the shopper's own order hold pieces of the product. */
const holdOwn = (quantity: number) =>
  useUnpaidOrders.setState({
    unpaid: [
      {
        orderId: "AKS-1",
        secret: null,
        placing: null,
        order: { heldUntil: inMinutes(9), items: [{ productId: "p1", quantity }] },
      } as unknown as UnpaidOrder,
    ],
  })

function around(waitlist: Waitlist) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(["me", "waitlist", "p1"], waitlist)
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/products/ruby?mukhi=1"]}>{children}</MemoryRouter>
    </QueryClientProvider>
  )
}

const show = (waitlist: Waitlist, onBuyNow?: () => void) =>
  render(<WaitlistPanel productId="p1" {...(onBuyNow && { onBuyNow })} />, { wrapper: around(waitlist) })

const logIn = () => useSession.setState({ session: "session-1" })

test("a shopper learns who is paying and when it is known", () => {
  logIn()
  show(line())

  expect(screen.getByText("2 people are paying for the last 3 pieces.")).toBeVisible()
  expect(screen.getByText("If a piece comes free, the first in line gets it.")).toBeVisible()
  expect(screen.getByRole("timer")).toHaveTextContent(/^You will know in at most (4:00|3:59)\.$/)
  expect(screen.getByRole("button", { name: "Wait for it" })).toBeEnabled()
})

test("one buyer of one piece is said in the singular, and more than ten stay uncounted", () => {
  const { unmount } = show(line({ contention: { ...contention(), paying: 1, pieces: 1 } }))
  expect(screen.getByText("One person is paying for the last piece.")).toBeVisible()
  unmount()

  show(
    line({
      contention: { ...contention(), paying: 10, payingIsMore: true, pieces: 10, piecesIsMore: true },
    }),
  )
  expect(screen.getByText("10+ people are paying for the last 10+ pieces.")).toBeVisible()
})

test("nobody behind others is promised to know when the present payments end", () => {
  show(line({ waiting: 4 }))

  expect(screen.getByText("4 people are waiting already.")).toBeVisible()
  expect(screen.getByRole("timer")).toHaveTextContent("Their payments are decided in at most")
})

test.each([
  [1, "You are first in line", "You will know in at most"],
  [7, "You are number 7 in line", "Their payments are decided in at most"],
])("place %i of the line is told", (position, words, promise) => {
  show(line({ waiting: 9, place: place("waiting", { position }) }))

  expect(screen.getByRole("status")).toHaveTextContent(words)
  expect(screen.getByRole("timer")).toHaveTextContent(promise)
  expect(screen.getByRole("button", { name: "Leave the line" })).toBeEnabled()
})

test("a guest learns that customers come first, before joining and after", () => {
  const { unmount } = show(line())
  expect(screen.getByText(/Customers who are logged in come before guests\.$/)).toBeVisible()
  expect(screen.getByRole("timer")).toHaveTextContent("Their payments are decided in at most")
  unmount()

  show(line({ waiting: 1, place: place("waiting", { position: 1, isGuest: true, canBeOvertaken: true }) }))
  expect(screen.getByRole("status")).toHaveTextContent("You are first in line")
  expect(screen.getByRole("timer")).toHaveTextContent("Their payments are decided in at most")
  expect(screen.getByText(/Customers who are logged in come before guests\.$/)).toBeVisible()
  expect(screen.getByRole("link", { name: "Log in to move up" })).toHaveAttribute(
    "href",
    "/login?redirect=%2Fproducts%2Fruby%3Fmukhi%3D1",
  )
})

test("a guest who has logged in moves up with the account", () => {
  logIn()
  show(line({ waiting: 2, place: place("waiting", { position: 2, isGuest: true, canBeOvertaken: true }) }))

  expect(screen.getByRole("button", { name: "Move up with your account" })).toBeEnabled()
})

test("an offer counts down silently and leads on", async () => {
  const onBuyNow = vi.fn()
  show(line({ place: place("offered", { offeredUntil: inMinutes(3) }) }), onBuyNow)

  expect(screen.getAllByRole("status")[0]).toHaveTextContent("It is yours – buy now")
  expect(screen.getByRole("timer")).toHaveTextContent(/^Set aside for you for (3:00|2:59)\.$/)
  await userEvent.click(screen.getByRole("button", { name: "Buy it now" }))
  expect(onBuyNow).toHaveBeenCalledOnce()
})

test("the last minute of an offer is read out", () => {
  show(line({ place: place("offered", { offeredUntil: inMinutes(0.9) }) }))

  expect(screen.getByText("Less than a minute left to buy it.")).toHaveAttribute("role", "status")
})

test.each([
  ["left", "You left the line."],
  [
    "missed",
    "Your time to buy has ended, and the piece went to the next in line. If you wait again within an hour, you come after the others.",
  ],
] as const)("whoever %s may wait again", (status, words) => {
  show(line({ place: place(status) }))

  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByRole("button", { name: "Wait for it" })).toBeEnabled()
})

test("the line is told that all was paid; others see nothing", () => {
  const { unmount } = show(line({ contention: null, place: place("sold_out") }))
  expect(screen.getByRole("status")).toHaveTextContent("Sold out")
  unmount()

  const { container } = show(line({ contention: null }))
  expect(container).toBeEmptyDOMElement()
})

test("what the shopper's own order holds is not others'", () => {
  holdOwn(2)
  const { unmount } = show(line())
  expect(screen.getByText("One person is paying for the last piece.")).toBeVisible()
  unmount()

  const { container } = show(line({ contention: { ...contention(), paying: 1, pieces: 2 } }))
  expect(container).toBeEmptyDOMElement()
})

test("of more than ten buyers the shopper's own order is not told apart", () => {
  holdOwn(1)
  show(
    line({ contention: { ...contention(), paying: 10, payingIsMore: true, pieces: 10, piecesIsMore: true } }),
  )

  expect(screen.getByText("10+ people are paying for the last 10+ pieces.")).toBeVisible()
})

test("an offered piece is available to its shopper alone", () => {
  const product = { _id: "p1", contention: contention(), isAvailable: false, sellable: 0, maxQuantity: 0 }
  const offered = line({ place: place("offered", { offeredUntil: inMinutes(3) }) })

  const theirs = renderHook(() => useOfferedProduct(product as ProductDetail), { wrapper: around(offered) })
  const others = renderHook(() => useOfferedProduct(product as ProductDetail), { wrapper: around(line()) })

  expect(theirs.result.current).toMatchObject({ isAvailable: true, sellable: 1, maxQuantity: 1 })
  expect(others.result.current).toBe(product)
})
