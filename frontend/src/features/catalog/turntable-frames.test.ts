import { expect, test } from "vitest"
import { FRAMES, faceInFront, frameAt, spriteFiles } from "./turntable-frames"

const frames = Array.from({ length: FRAMES }, (_, frame) => frame)

test.each([1, 2, 5, 14, 21])("one turn shows each of %i faces once, in order", (faces) => {
  const seen = frames.map((frame) => faceInFront(frame, faces))

  const inOrder = [...new Set(seen)]
  expect(inOrder).toEqual(Array.from({ length: faces }, (_, index) => index + 1))
  // The first face is in front again before the turn ends.
  expect(faceInFront(FRAMES, faces)).toBe(1)
})

test("the turn goes on past its last frame and back before its first one", () => {
  expect([frameAt(36), frameAt(-1), frameAt(40)]).toEqual([0, 35, 4])
  expect(faceInFront(-1, 5)).toBe(1)
})

test("the sprite is fetched at its full size, or whole while its sizes are rendered", () => {
  const sprite = { url: "/media/products/turn.0", width: 2160, height: 2160 }

  expect(spriteFiles(sprite)).toEqual({
    src: "/media/products/turn.0-2160.webp",
    avif: "/media/products/turn.0-2160.avif",
  })
  expect(spriteFiles({ ...sprite, url: "/media/a-source.jpg", pending: "upload-a" })).toEqual({
    src: "/media/a-source.jpg",
  })
})
