import { expect, test } from "vitest"
import { sourcesOf } from "./picture-sources"

const bead = {
  url: "/media/products/bead.abc",
  width: 2000,
  height: 2000,
  placeholder: "data:x",
  color: "#fff",
}

test("a large picture is offered in three sizes and two formats", () => {
  expect(sourcesOf(bead)).toMatchObject({
    src: "/media/products/bead.abc-800.webp",
    webp: "/media/products/bead.abc-400.webp 400w, /media/products/bead.abc-800.webp 800w, /media/products/bead.abc-1600.webp 1600w",
    avif: "/media/products/bead.abc-400.avif 400w, /media/products/bead.abc-800.avif 800w, /media/products/bead.abc-1600.avif 1600w",
    placeholder: "data:x",
  })
})

test("a small picture has no file of the largest size", () => {
  const small = { ...bead, width: 640, height: 640 }

  expect(sourcesOf(small)?.webp).toBe(
    "/media/products/bead.abc-400.webp 400w, /media/products/bead.abc-800.webp 640w",
  )
})

test("the address of the middle size stands for all sizes it has for certain", () => {
  expect(sourcesOf("/media/products/bead.abc-800.webp")?.avif).toBe(
    "/media/products/bead.abc-400.avif 400w, /media/products/bead.abc-800.avif 800w",
  )
})

test("a whole file is left as it is", () => {
  expect(sourcesOf("blob:https://shop.example/1")).toMatchObject({
    src: "blob:https://shop.example/1",
    webp: undefined,
    avif: undefined,
  })
  expect(sourcesOf({ url: "/media/reviews/a.webp", width: 300, height: 200 })).toMatchObject({
    src: "/media/reviews/a.webp",
    width: 300,
    height: 200,
  })
})

test("an uploaded picture whose sizes are not rendered yet is one whole file", () => {
  const sources = sourcesOf({
    url: "/media/products/upload-1.0123456789ab-source.jpg",
    width: 1600,
    height: 1600,
    pending: "upload-1",
  })

  expect(sources?.src).toBe("/media/products/upload-1.0123456789ab-source.jpg")
  expect([sources?.webp, sources?.avif]).toEqual([undefined, undefined])
})

test("without an address there is no picture", () => {
  expect(sourcesOf("")).toBeNull()
})
