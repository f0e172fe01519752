import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { shopQuery } from "@/lib/shop"
import type { ProductDetail, Shop } from "@/lib/types"
import { CertificateBox } from "./certificate-box"
import { Features } from "./features"
import { PriceLine } from "./price-line"
import { Sharing } from "./sharing"
import type { ProductPurchaseState } from "./use-product-purchase"
import { Verse } from "./verse"

const promises = {
  authentic: true,
  labCertified: true,
  moneyBackFactor: 5,
  freeShipping: { en: "Free shipping on every order", hi: "हर ऑर्डर पर मुफ़्त डिलीवरी" },
} as Shop["promises"]
const product = { price: 400, originalPrice: 500, discountPercentage: 20 } as ProductDetail

function show(children: ReactNode, chargesTax = true) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(shopQuery.queryKey, { promises, pricesIncludeTax: true, chargesTax } as Shop)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
}

test("the price stands beside the former one and what is saved", () => {
  show(
    <PriceLine
      product={product}
      purchase={{ price: 400, quote: undefined } as unknown as ProductPurchaseState}
    />,
  )

  expect(screen.getByText("₹400")).toBeVisible()
  expect(screen.getByText("₹500").closest("s")).not.toBeNull()
  expect(screen.getByText("20% off")).toBeVisible()
})

test.each([
  [true, "Inclusive of all taxes · Free shipping"],
  [false, "Free shipping"],
])("a seller's price says that tax is in it where tax is charged: %s", (chargesTax, text) => {
  const quote = { pricesIncludeTax: true, tax: 0, shippingCost: 0, lines: [] }
  show(
    <PriceLine product={product} purchase={{ price: 400, quote } as unknown as ProductPurchaseState} />,
    chargesTax,
  )

  expect(screen.getByText(text)).toBeVisible()
})

test("a price whose shipping depends on the address shows the shop's sentence", () => {
  const quote = { pricesIncludeTax: true, tax: 0, shippingCost: 49, shippingIsEstimate: true, lines: [] }
  show(<PriceLine product={product} purchase={{ price: 400, quote } as unknown as ProductPurchaseState} />)

  expect(screen.getByText("Inclusive of all taxes · Free shipping on every order")).toBeVisible()
})

test.each([
  ["a certificate", { number: "AKS-1" }, 3],
  ["none", null, 2],
])("the shop's promises for a product with %s", (_, certificate, count) => {
  show(<Features product={{ ...product, certificate } as ProductDetail} />)

  expect(screen.getByRole("region", { name: "Our promise" })).toBeVisible()
  expect(screen.getAllByRole("listitem")).toHaveLength(count)
})

const certified = { certificate: { number: "SGL-1" }, mukhi: 5, customization: {} } as ProductDetail
const xray = (available: boolean, price: number) =>
  ({ ...certified, customization: { xrayCertification: { available, price } } }) as ProductDetail

test.each([
  ["costs more", xray(true, 500), /^₹500 more: an X-ray/, 3],
  ["is included", xray(true, 0), /^Included: an X-ray/, 3],
  ["is not offered", xray(false, 0), /^Included: your bead’s own laboratory certificate/, 2],
])("each piece has its own certificate, and an X-ray %s", (_, given, text, lines) => {
  show(<CertificateBox product={given} />)

  const box = within(screen.getByRole("region", { name: "One certificate for each piece" }))
  expect(box.getByText(text)).toBeVisible()
  expect(box.getAllByRole("listitem")).toHaveLength(lines)
  // The number is an example's, not that of the piece to be bought.
  expect(box.getByRole("link", { name: "See an example: SGL-1" })).toHaveAttribute("href", "/verify/SGL-1")
})

test("a verse is shown with what it means in both languages", () => {
  const translations = { en: "Om, we worship the three-eyed one", hi: "हम त्रिनेत्र को पूजते हैं" }

  show(<Verse verse={{ sanskrit: "ॐ त्र्यम्बकं यजामहे", translation: "", translations }} />)

  expect(screen.getByText("ॐ त्र्यम्बकं यजामहे").closest("[lang]")).toHaveAttribute("lang", "sa")
  expect(screen.getByText(translations.en)).toHaveAttribute("lang", "en")
  expect(screen.getByText(translations.hi)).toHaveAttribute("lang", "hi")
})

test("a product is shared by its own address", async () => {
  const user = userEvent.setup()
  show(<Sharing slug="5-mukhi" title="5 Mukhi" />)

  await user.click(screen.getByRole("button", { name: "Share" }))

  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/products/5-mukhi`)
  const href = screen.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href") ?? ""
  expect(decodeURIComponent(href)).toBe(
    `https://wa.me/?text=5 Mukhi ${window.location.origin}/products/5-mukhi`,
  )
})
