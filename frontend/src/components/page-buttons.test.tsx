import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { PageButtons } from "./page-buttons"

function show(page: number, totalPages: number, label?: string) {
  const turned: number[] = []
  render(
    <PageButtons
      page={page}
      totalPages={totalPages}
      onTurn={(to) => turned.push(to)}
      previous="Newer"
      next="Older"
      label={label}
      className="gap-3"
    >
      {`${page} / ${totalPages}`}
    </PageButtons>,
  )
  return turned
}

test("the buttons turn one page each, and are locked at the ends", async () => {
  const turned = show(1, 2)

  expect(screen.getByText("1 / 2")).toBeVisible()
  expect(screen.getByRole("button", { name: "Newer" })).toBeDisabled()
  await userEvent.click(screen.getByRole("button", { name: "Older" }))
  expect(turned).toEqual([2])
})

test("the last page leads back only", async () => {
  const turned = show(2, 2)

  expect(screen.getByRole("button", { name: "Older" })).toBeDisabled()
  await userEvent.click(screen.getByRole("button", { name: "Newer" }))
  expect(turned).toEqual([1])
})

test("a single page needs no buttons", () => {
  show(1, 1, "Pages")

  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.queryByRole("navigation")).toBeNull()
})

test("a name makes them a landmark", () => {
  show(1, 2, "Pages of reviews")

  expect(screen.getByRole("navigation", { name: "Pages of reviews" })).toBeVisible()
})
