import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { useExactHit } from "./use-exact-hit"

type Given = { search: string; found: Parameters<typeof useExactHit>[1] }
const bead = { id: "AKS-1", numbers: ["AKS-1", "TXN1", null] }
const other = { id: "AKS-12", numbers: ["AKS-12", "TXN12"] }

function page(search = "") {
  const opened: string[] = []
  const { rerender } = renderHook(
    ({ search, found }: Given) => useExactHit(search, found, (id) => opened.push(id)),
    {
      initialProps: { search, found: [bead, other] } as Given,
    },
  )
  return { opened, show: (given: Given) => rerender(given) }
}

test("a search for a whole number opens its only row, once", () => {
  const { opened, show } = page()

  show({ search: "txn1", found: undefined })
  expect(opened).toEqual([])
  show({ search: "txn1", found: [bead] })
  show({ search: "txn1", found: [bead] })

  expect(opened).toEqual(["AKS-1"])
})

test("part of a number, several rows, or the initial search open nothing", () => {
  const { opened, show } = page("AKS-12")

  show({ search: "AKS-12", found: [other] })
  show({ search: "AKS-", found: [bead] })
  show({ search: "AKS-1", found: [bead, other] })

  expect(opened).toEqual([])
})
