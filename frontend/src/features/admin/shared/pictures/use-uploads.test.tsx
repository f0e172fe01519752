import { act, renderHook, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { Toaster } from "@/components/toaster"
import { useUploads } from "./use-uploads"

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
const png = (name: string, size = PNG.length) => {
  const bytes = new Uint8Array(size)
  bytes.set(PNG)
  return new File([bytes], name)
}

/** The hook with the messages it raises in sight; `add` answers what is said of the files. */
function uploads() {
  const { result } = renderHook(() => useUploads(() => {}), {
    wrapper: ({ children }) => (
      <>
        {children}
        <Toaster />
      </>
    ),
  })
  const add = (...files: File[]) => act(() => result.current.add(files))
  return { result, add }
}

test("pictures are detected by content: one without an extension is uploaded, a text is not", async () => {
  const { result, add } = uploads()

  expect(await add(png("bead"), new File(["words"], "bead.png", { type: "image/png" }))).toBe(
    "1 image(s) selected successfully",
  )
  expect(result.current.refused).toEqual(["bead.png is not a JPG, PNG, GIF or WebP picture."])
})

test("a file above 5 MB is named and skipped", async () => {
  const { result, add } = uploads()

  expect(await add(png("large.png", 5 * 1024 * 1024 + 1))).toBe("")
  expect(result.current.refused).toEqual(["large.png is too large. Maximum size is 5MB."])
  expect(result.current.list).toEqual([])
})

/** A file that was removed from the disk after it was chosen. */
class GoneFile extends File {
  override slice(): Blob {
    const gone = new Blob()
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"))
    return gone
  }
}

test("unreadable files are reported", async () => {
  const { add } = uploads()

  expect(await add(new GoneFile([], "gone.png"))).toBe("")
  expect(await screen.findAllByText("Failed to process images")).not.toEqual([])
})
