import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { BeadCard } from "./bead-card"
import type { Bead } from "./queries"

const product = {
  _id: "p1",
  slug: "five-mukhi",
  title: "Five Mukhi",
  picture: null,
  price: 400,
  originalPrice: 500,
  discountPercentage: 20,
  isAvailable: true,
} as unknown as NonNullable<Bead["product"]>

test("the recommendation shows the discount of a bead with a struck price", () => {
  const bead = { faces: 5, name: "Five Mukhi", path: "/products", product } as Bead
  render(
    <MemoryRouter>
      <BeadCard bead={bead}>Why</BeadCard>
    </MemoryRouter>,
  )

  expect(screen.getByText("20% off")).toBeVisible()
})
