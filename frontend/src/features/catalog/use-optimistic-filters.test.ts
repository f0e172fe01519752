import { act, renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { type ListFilters, readFilters, writeFilters } from "./list-filters"
import { useOptimisticFilters } from "./use-optimistic-filters"

const at = (address: string) => readFilters(new URLSearchParams(address))

function start(address: string) {
  const visited: string[] = []
  const navigate = (filters: ListFilters) => visited.push(String(writeFilters(filters)))
  const hook = renderHook(({ filters }) => useOptimisticFilters(filters, navigate), {
    initialProps: { filters: at(address) },
  })
  return { visited, shown: () => String(writeFilters(hook.result.current.shown)), hook }
}

test("a change is shown before the navigation completes", () => {
  const { visited, shown, hook } = start("")

  act(() => hook.result.current.changeFilters({ featured: true }))

  expect(shown()).toBe("isFeatured=true")
  expect(visited).toEqual(["isFeatured=true"])
})

test("a second change during the navigation keeps the first", () => {
  const { visited, shown, hook } = start("")

  act(() => hook.result.current.changeFilters({ featured: true }))
  act(() => hook.result.current.changeFilters({ inStock: true }))
  hook.rerender({ filters: at("isFeatured=true") })

  expect(visited.at(-1)).toBe("isFeatured=true&inStock=true")
  expect(shown()).toBe("isFeatured=true&inStock=true")
})

test("after the navigation the URL decides again, also on going back", () => {
  const { shown, hook } = start("")
  act(() => hook.result.current.changeFilters({ featured: true }))
  hook.rerender({ filters: at("isFeatured=true") })

  hook.rerender({ filters: at("") })

  expect(shown()).toBe("")
})

test("another navigation discards the pending change", () => {
  const { shown, hook } = start("")
  act(() => hook.result.current.changeFilters({ featured: true }))

  hook.rerender({ filters: at("search=mala") })

  expect(shown()).toBe("search=mala")
})

test("a change resets the page; the same filters are a no-op", () => {
  const { visited, hook } = start("page=3")

  act(() => hook.result.current.changeFilters({ inStock: true }))
  expect(visited).toEqual(["inStock=true"])

  act(() => hook.result.current.changeFilters({ inStock: true }))
  expect(visited).toHaveLength(1)
})
