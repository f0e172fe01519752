import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import type { ProductDetail } from "@/lib/types"
import { ProductTexts } from "./product-texts"

const product = {
  slug: "5-mukhi",
  title: "5 Mukhi Rudraksha",
  description: "A bead with five faces.",
  longDescription: "",
  benefits: ["Said to calm the mind"],
  care: ["Keep it away from soap"],
  rating: { average: 0, count: 0 },
  specifications: { origin: "Nepal" },
} as unknown as ProductDetail

function show(changed: Partial<ProductDetail> = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ProductTexts product={{ ...product, ...changed }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test("the details have the benefits with their reservation, and how to care for the piece", () => {
  show()

  const panel = within(screen.getByRole("tabpanel"))
  expect(panel.getByRole("heading", { name: "Key benefits" })).toBeVisible()
  expect(panel.getByText("Said to calm the mind")).toBeVisible()
  expect(panel.getByText(/tradition/i)).toBeVisible()
  expect(panel.getByRole("heading", { name: "Care instructions" })).toBeVisible()
  expect(panel.getByText("Keep it away from soap")).toBeVisible()
})

test("what is known of the piece is told line by line", async () => {
  show()

  await userEvent.click(screen.getByRole("tab", { name: "Specifications" }))

  expect(screen.getByRole("term")).toHaveTextContent("Origin")
  expect(screen.getByRole("definition")).toHaveTextContent("Nepal")
})

test("a product without specifications has no tab for them", () => {
  show({ specifications: {} as ProductDetail["specifications"] })

  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["Product Details", "Reviews"])
})
