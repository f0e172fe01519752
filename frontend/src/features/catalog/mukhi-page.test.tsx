import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { Component as MukhiPage } from "./mukhi-page"
import { type Mukhi, mukhiQuery } from "./queries"

const bead = (faces: number, isAvailable = true) =>
  ({
    faces,
    product: {
      slug: `${faces}-mukhi`,
      title: `${faces} Mukhi`,
      picture: null,
      mainImage: "",
      isAvailable,
      price: 500,
    },
    priceFrom: faces * 100,
    millimetres: null,
    specifications: { deity: `Deity ${faces}`, planet: null, mantra: "Om", size: "18–21 mm" },
  }) as unknown as Mukhi

function show(path = "/rudraksha", beads = [1, 5, 7, 11].map((faces) => bead(faces))) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(mukhiQuery.queryKey, beads)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <MukhiPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const onLine = (name: string) => screen.getByRole("button", { name })
const compared = () => screen.queryAllByRole("columnheader").map((head) => head.textContent)

test("beads are put side by side from the line, up to three", async () => {
  show()
  expect(screen.getByText("Choose two or three beads above.")).toBeVisible()
  expect(screen.queryByRole("table")).toBeNull()

  for (const name of ["5 Mukhi", "7 Mukhi", "11 Mukhi", "1 Mukhi"]) await userEvent.click(onLine(name))

  expect(compared()).toEqual(["7 Mukhi", "11 Mukhi", "1 Mukhi"])
  expect(onLine("5 Mukhi")).toHaveAttribute("aria-pressed", "false")
  expect(onLine("7 Mukhi")).toHaveAttribute("aria-pressed", "true")
  const table = within(screen.getByRole("table"))
  expect(table.getByText("Deity 11")).toBeVisible()
  expect(table.getByText("₹700")).toBeVisible()

  await userEvent.click(table.getByRole("button", { name: "Remove from the comparison: 11 Mukhi" }))
  expect(compared()).toEqual(["7 Mukhi", "1 Mukhi"])
})

test("an address shows its beads side by side, and every bead is in the list", () => {
  show("/rudraksha?faces=11,5")

  expect(compared()).toEqual(["11 Mukhi", "5 Mukhi"])
  const list = within(screen.getByRole("region", { name: "All faces" }))
  expect(list.getAllByRole("listitem")).toHaveLength(4)
  expect(list.getByRole("link", { name: "1 Mukhi" })).toHaveAttribute("href", "/products/1-mukhi")
})

test("a sold-out bead says so, and nothing is claimed that its product does not say", () => {
  show("/rudraksha?faces=14", [bead(14, false)])

  expect(within(screen.getByRole("table")).getByText("Out of stock")).toBeInTheDocument()
  expect(within(screen.getByRole("table")).getByText("–")).toBeVisible()
})

test("a shop without such beads says so", () => {
  show("/rudraksha", [])

  expect(screen.getByText("There are no beads to compare at present")).toBeVisible()
})
