import { describe, expect, it } from "vitest"
import { pagesAround } from "./pages-around"

describe("the page buttons", () => {
  it.each([
    [1, 2, [1, 2]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])("on page %i of %i are %j", (page, totalPages, expected) => {
    expect(pagesAround(page, totalPages)).toEqual(expected)
  })
})
