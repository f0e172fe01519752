import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import type { AdminCategory } from "@/features/admin/products/queries"
import { CategoryDialog } from "./category-dialog"

const category = (version: number, name: string): AdminCategory => ({
  _id: "c1",
  slug: "beads",
  name: { en: name, hi: "" },
  description: { en: "", hi: "" },
  icon: "",
  sortOrder: 1,
  metaTitle: { en: "", hi: "" },
  metaDescription: { en: "", hi: "" },
  parentCategory: null,
  isActive: true,
  isShown: true,
  hides: { products: 0, subcategories: 0 },
  isFeatured: false,
  image: "",
  picture: null,
  productCount: 0,
  version,
  editedBy: version > 1 ? "Asha" : "",
})

test("a save by somebody else is shown while the form is open, and the input stays", async () => {
  const client = new QueryClient()
  const opened = category(1, "Beads")
  const dialog = (list: AdminCategory[]) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <CategoryDialog editing={opened} categories={list} onClose={() => {}} />
      </QueryClientProvider>
    </MemoryRouter>
  )
  const { rerender } = render(dialog([opened]))
  const name = await screen.findByLabelText("Name (English)")
  await userEvent.type(name, " and malas")

  rerender(dialog([category(2, "Rudraksha beads")]))

  expect(await screen.findByText("Changed by Asha")).toBeVisible()
  expect(name).toHaveValue("Beads and malas")
})

test("an address that cannot be one is named and not sent", async () => {
  const opened = category(1, "Beads")
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <CategoryDialog editing={opened} categories={[opened]} onClose={() => {}} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const address = await screen.findByLabelText("Address (/category/…)")
  expect(address).toHaveValue("beads")

  await userEvent.type(address, " of shiva")
  await userEvent.click(screen.getByRole("button", { name: "Save" }))

  expect(address).toBeInvalid()
  await waitFor(() => expect(address).toHaveFocus())
  expect(address).toHaveAccessibleDescription(/Latin letters, digits/)
})
