import { expect, test } from "vitest"
import { noFilters, readFilters, writeFilters } from "./review-filters"

const read = (search: string) => readFilters(new URLSearchParams(search))

test("what is written into the address is read from it", () => {
  const filters = { stars: 2, withPhotos: true, sort: "lowest", page: 3 } as const

  expect(read(writeFilters(filters).toString())).toEqual(filters)
})

test("the usual choice leaves no trace, and what belongs to the page stays", () => {
  const others = new URLSearchParams("size=big&stars=4&reviewPage=2")

  expect(writeFilters(noFilters, others).toString()).toBe("size=big")
})

test.each([
  "stars=6",
  "stars=0",
  "stars=five",
  "stars=1.5",
  "reviewPage=0",
  "reviewPage=-1",
  "reviewPage=1e9",
  "reviewPage=99999",
  "reviewSort=longest",
  "reviewPhotos=yes",
])("%s is as if it were not there", (search) => {
  expect(read(search)).toEqual(noFilters)
})
