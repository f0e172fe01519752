import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { Picture } from "./picture"
import { Price } from "./price"
import { Rating } from "./rating"

test("a lower price stands beside the former one", () => {
  render(<Price price={350} originalPrice={450} />)

  expect(screen.getByText("₹350").parentElement).toHaveTextContent("Price now ₹350")
  expect(screen.getByText("₹450").parentElement).toHaveTextContent("Price before ₹450")
})

test("a former price that is not higher is not shown", () => {
  render(<Price price={450} originalPrice={450} />)

  expect(screen.getAllByText(/₹450/)).toHaveLength(1)
})

test("a product without reviews has no rating, not a rating of 0", () => {
  const { container } = render(<Rating rating={{ average: 0, count: 0 }} />)

  expect(container).toBeEmptyDOMElement()
})

test("a rating is read out as a sentence", () => {
  render(<Rating rating={{ average: 4.67, count: 3 }} />)

  expect(screen.getByText("Rated 4.7 out of 5 by 3 buyers")).toBeInTheDocument()
})

test("a product picture offers its small version", () => {
  render(<Picture src="/media/products/mala-108.0-800.webp" alt="A mala" sizes="10rem" />)

  expect(screen.getByRole("img")).toHaveAttribute(
    "srcset",
    "/media/products/mala-108.0-400.webp 400w, /media/products/mala-108.0-800.webp 800w",
  )
})

test("a missing picture gives way to the drawn bead and keeps its name", () => {
  render(<Picture src="/media/products/gone.webp" alt="A mala" sizes="10rem" />)

  fireEvent.error(screen.getByRole("img"))

  expect(screen.queryByRole("img")).toBeNull()
  expect(screen.getByText("A mala")).toBeInTheDocument()
})
