import { expect, test } from "vitest"
import { imageType } from "./image-type"

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]

test("a PNG without an extension is a PNG", async () => {
  expect(await imageType(new File([new Uint8Array(PNG)], "bead"))).toBe("image/png")
})

test.each([
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF\x10\n\x00\x00WEBPVP8 "],
])("%s is detected by its first bytes", async (type, text) => {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  expect(await imageType(new File([bytes], "picture.bin"))).toBe(type)
})

test("an SVG or a text is not accepted, whatever its name", async () => {
  expect(await imageType(new File(["<svg/>"], "bead.png", { type: "image/png" }))).toBeNull()
  expect(await imageType(new File([], "empty.png", { type: "image/png" }))).toBeNull()
})
