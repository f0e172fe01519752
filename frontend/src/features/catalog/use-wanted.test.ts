import { act, renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { type ListFilters, readFilters, writeFilters } from "./list-filters"
import { useWanted } from "./use-wanted"

const at = (address: string) => readFilters(new URLSearchParams(address))

function start(address: string) {
  const asked: string[] = []
  const go = (filters: ListFilters) => asked.push(String(writeFilters(filters)))
  const hook = renderHook(({ filters }) => useWanted(filters, go), { initialProps: { filters: at(address) } })
  return { asked, shown: () => String(writeFilters(hook.result.current.shown)), hook }
}

test("a choice shows at once, before the address has it", () => {
  const { asked, shown, hook } = start("")

  act(() => hook.result.current.want({ featured: true }))

  expect(shown()).toBe("isFeatured=true")
  expect(asked).toEqual(["isFeatured=true"])
})

test("a second quick choice keeps the first one", () => {
  const { asked, shown, hook } = start("")

  act(() => hook.result.current.want({ featured: true }))
  act(() => hook.result.current.want({ inStock: true }))
  hook.rerender({ filters: at("isFeatured=true") })

  expect(asked.at(-1)).toBe("isFeatured=true&inStock=true")
  expect(shown()).toBe("isFeatured=true&inStock=true")
})

test("once the address has arrived it rules again, also when the reader goes back", () => {
  const { shown, hook } = start("")
  act(() => hook.result.current.want({ featured: true }))
  hook.rerender({ filters: at("isFeatured=true") })

  hook.rerender({ filters: at("") })

  expect(shown()).toBe("")
})

test("a reader who goes elsewhere meanwhile sees what is there", () => {
  const { shown, hook } = start("")
  act(() => hook.result.current.want({ featured: true }))

  hook.rerender({ filters: at("search=mala") })

  expect(shown()).toBe("search=mala")
})

test("a changed filter starts at the first page, the same filter changes nothing", () => {
  const { asked, hook } = start("page=3")

  act(() => hook.result.current.want({ inStock: true }))
  expect(asked).toEqual(["inStock=true"])

  act(() => hook.result.current.want({ inStock: true }))
  expect(asked).toHaveLength(1)
})
