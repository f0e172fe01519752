import { expect, test } from "vitest"
import { readFaces, toggleFaces, writeFaces } from "./chosen-faces"

const known = [1, 2, 5, 7, 11]
const read = (faces: string) => readFaces(new URLSearchParams({ faces }), known)

test("an address names up to three beads that there are", () => {
  expect(read("7,5")).toEqual([7, 5])
  expect(read("5,5,99,x,,1,2,11")).toEqual([5, 1, 2])
  expect(readFaces(new URLSearchParams(), known)).toEqual([])
})

test("a fourth bead takes the place of the first, and a chosen one goes", () => {
  expect(toggleFaces([5, 7], 11)).toEqual([5, 7, 11])
  expect(toggleFaces([5, 7, 11], 1)).toEqual([7, 11, 1])
  expect(toggleFaces([5, 7], 5)).toEqual([7])
})

test("the language stays in the address", () => {
  const params = new URLSearchParams("lang=hi&faces=5")

  expect(String(writeFaces(params, [5, 7]))).toBe("lang=hi&faces=5%2C7")
  expect(String(writeFaces(params, []))).toBe("lang=hi")
})
