import { act } from "@testing-library/react"
import { hydrateRoot } from "react-dom/client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { setLanguage } from "@/i18n"
import { useCartState } from "@/stores/cart"
import { useGuestWishes } from "@/stores/guest-wishlist"
import { usePreferences } from "@/stores/preferences"
import { useRateLimit } from "@/stores/rate-limit"
import { useSession } from "@/stores/session"
import { pageOf, publicPages, serverHtml } from "../../tests/public-pages"

/** Between the two the year turns; both are within what the product is held for. */
const SERVERS_NOW = new Date("2026-12-31T18:00:00Z")
const BROWSERS_NOW = new Date("2027-01-01T18:00:00Z")

/** The browser of somebody who knows the shop, with another clock and in another time zone than the server. */
function becomeRegular() {
  vi.setSystemTime(BROWSERS_NOW)
  process.env.TZ = "America/New_York"
  localStorage.setItem("recentSearches", JSON.stringify(["mala"]))
  localStorage.setItem("recentlyViewed", JSON.stringify(["5-mukhi", "6-mukhi"]))
  const last = { orderId: "AKS-7F3K", transactionId: "TXN1", amount: 500, orderLink: "/order/AKS-7F3K?key=k" }
  sessionStorage.setItem("phonepePaymentData", JSON.stringify(last))
  useSession.setState({ session: "session-1" })
  useCartState.setState({ token: "cart-1" })
  useGuestWishes.setState({ ids: ["p1"] })
  usePreferences.setState({ listView: "rows", filtersShown: false })
  useRateLimit.setState({ timestamp: Date.now(), retryAfter: 60 })
}

const zone = process.env.TZ
/** What React says of hydration on the console: differences in attributes are named there alone. */
const complaints: unknown[][] = []
let root: ReturnType<typeof hydrateRoot> | undefined

beforeEach(() => {
  vi.setSystemTime(SERVERS_NOW)
  process.env.TZ = "UTC"
  complaints.length = 0
  vi.spyOn(console, "error").mockImplementation((...words) => {
    if (/hydrat/i.test(String(words[0]))) complaints.push(words)
  })
})

afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  await setLanguage("en")
  document.body.innerHTML = ""
  vi.restoreAllMocks()
  vi.useRealTimers()
  process.env.TZ = zone
  useSession.setState(useSession.getInitialState())
  useCartState.setState(useCartState.getInitialState())
  useGuestWishes.setState(useGuestWishes.getInitialState())
  usePreferences.setState(usePreferences.getInitialState())
  useRateLimit.setState(useRateLimit.getInitialState())
})

test.each(publicPages)(
  "%s: the browser's first render is the server's",
  async (_, Component, path, address) => {
    const container = document.createElement("div")
    container.innerHTML = await serverHtml(() => pageOf(Component, path, address))
    document.body.append(container)
    const differences: unknown[] = []
    expect(container.innerHTML).not.toBe("")
    becomeRegular()

    await act(async () => {
      root = hydrateRoot(container, pageOf(Component, path, address), {
        onRecoverableError: (error) => differences.push(error),
      })
    })

    expect(differences).toEqual([])
    expect(complaints).toEqual([])
  },
)

test.each(publicPages)(
  "%s: a language chosen before its sections are hydrated comes after that",
  async (_, Component, path, address) => {
    const container = document.createElement("div")
    container.innerHTML = await serverHtml(() => pageOf(Component, path, address))
    document.body.append(container)
    const differences: unknown[] = []
    await setLanguage("hi")

    await act(async () => {
      root = hydrateRoot(container, pageOf(Component, path, address), {
        onRecoverableError: (error) => differences.push(error),
      })
    })

    expect(differences).toEqual([])
    expect(complaints).toEqual([])
    if (container.textContent) expect(container.innerHTML).toMatch(/[\u0900-\u097f]/)
  },
)
