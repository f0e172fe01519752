import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { serverNow } from "@/lib/clock"
import { type PaymentStatus, paymentQuery } from "@/lib/payment-status"
import { shopQuery } from "@/lib/shop"
import { type SupportNow, supportNowQuery } from "@/lib/support-now"
import type { Shop } from "@/lib/types"
import { Support } from "./support"

const shop: Shop = {
  siteUrl: "https://shop.example",
  name: { en: "Akshamala", hi: "अक्षमाला" },
  legalName: "Akshamala",
  address: "",
  email: "",
  phone: "",
  whatsapp: "+91 98765-43210",
  grievanceOfficer: "",
  gstin: "",
  social: {},
  openingHours: null,
  promises: {
    deliveryDays: "3-5",
    deliveryPromiseDays: 7,
    returnDays: 7,
    freeShippingAbove: null,
    freeShipping: { en: "Free shipping on every order", hi: "हर ऑर्डर पर मुफ़्त डिलीवरी" },
    shippingFee: 0,
    authentic: true,
    labCertified: true,
    moneyBackFactor: 5,
    supportAroundTheClock: true,
    supportAnswerHours: 24,
    paymentSupportHours: 24,
    confirmationMailMinutes: "5-10",
    mailLateMinutes: 15,
    confirmationMailHours: 1,
  },
  pricesIncludeTax: true,
  chargesTax: true,
  onlyState: "",
  mark: "",
  isSample: true,
}

type Shown = {
  whatsapp?: string
  orderId?: string
  supportAroundTheClock?: boolean
  openingHours?: Shop["openingHours"]
  now?: SupportNow
}

function show(
  path: string,
  {
    whatsapp = shop.whatsapp,
    orderId = "",
    supportAroundTheClock = true,
    openingHours = null,
    now,
  }: Shown = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, {
    ...shop,
    whatsapp,
    openingHours,
    promises: { ...shop.promises, supportAroundTheClock },
  })
  if (now) client.setQueryData(supportNowQuery.queryKey, now)
  if (orderId) client.setQueryData(paymentQuery("TXN1").queryKey, { orderId } as PaymentStatus)
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Support />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const chat = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Chat with us on WhatsApp" }))
  return decodeURIComponent(
    (await screen.findByRole("link", { name: "Start the chat" }, { timeout: 10_000 })).getAttribute("href") ??
      "",
  )
}

test("without a number there is no chat", () => {
  const { container } = show("/", { whatsapp: "" })

  expect(container).toBeEmptyDOMElement()
})

test("the greeting names the order that the payment screen shows", async () => {
  show("/order-confirmation/TXN1", { orderId: "AKS-7F3K" })

  expect(await chat()).toBe(
    "https://wa.me/919876543210?text=Namaste, I have a question about my order AKS-7F3K.",
  )
  expect(screen.getByText("We will know that it is about order AKS-7F3K.")).toBeInTheDocument()
})

test.each(["/orders/AKS-9Q2M", "/order/AKS-9Q2M?key=secret"])(
  "the greeting names the order of %s",
  async (path) => {
    show(path)

    expect(await chat()).toContain("my order AKS-9Q2M")
  },
)

test("the greeting names the order that was looked up by a payment", async () => {
  show("/track-order?transactionId=TXN1", { orderId: "AKS-7F3K" })

  expect(await chat()).toContain("my order AKS-7F3K")
})

test("an answer around the clock is promised only where the shop does so", async () => {
  show("/", { supportAroundTheClock: false })

  await chat()

  expect(screen.getByText("A person answers on WhatsApp, in English and Hindi.")).toBeVisible()
  expect(screen.queryByText(/24 hours a day/)).toBeNull()
})

test.each([
  [{ isOpen: true, closesAt: "2126-11-29T13:30:00Z" }, "We are here now, until 19:00."],
  [{ isOpen: false, opensAt: "2126-12-02T04:30:00Z" }, "Closed now. We answer from 2 Dec, 10:00."],
  [
    { isOpen: false, closedToday: { en: "Diwali", hi: "दीवाली" }, opensAt: "2126-12-02T04:30:00Z" },
    "Closed today: Diwali. We answer from 2 Dec, 10:00.",
  ],
])("the chat says its hours, and whether somebody is there now", async (now, text) => {
  const openingHours = { en: "Mon–Sat 10:00–19:00", hi: "", week: [], closed: [] }
  show("/", { supportAroundTheClock: false, openingHours, now })

  await chat()

  expect(screen.getByText("Mon–Sat 10:00–19:00 (Indian time)")).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

test("a weekday is named only where it cannot be another week's", async () => {
  const inHours = (hours: number) => new Date(serverNow() + hours * 3_600_000).toISOString()
  const openingHours = { en: "Mon–Sat 10:00–19:00", hi: "", week: [], closed: [] }
  const { unmount } = show("/", { openingHours, now: { isOpen: false, opensAt: inHours(48) } })
  await chat()
  expect(screen.getByText(/^Closed now. We answer from \w+day \d\d:\d\d\.$/)).toBeVisible()
  unmount()

  show("/", { openingHours, now: { isOpen: false, opensAt: inHours(24 * 6 + 1) } })
  await chat()
  expect(screen.getByText(/^Closed now. We answer from \d+ \w+, \d\d:\d\d\.$/)).toBeVisible()
})

test("where no order is shown the greeting names none", async () => {
  show("/products")

  expect(await chat()).toContain("Namaste, I have a question about Akshamala.")
})
