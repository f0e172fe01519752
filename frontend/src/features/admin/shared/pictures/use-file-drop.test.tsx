import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { useFileDrop } from "./use-file-drop"

function Zone({ taken, isOff }: { taken: string[]; isOff?: boolean }) {
  return (
    <div {...useFileDrop((files) => taken.push(...files.map(({ name }) => name)), isOff)} data-testid="zone">
      <p>Pictures</p>
    </div>
  )
}

const transfer = { types: ["Files"], files: [new File(["a"], "bead.png"), new File(["b"], "mala.png")] }

test("dropped files are taken, and the zone is marked while they are above it", () => {
  const taken: string[] = []
  render(<Zone taken={taken} />)
  const zone = screen.getByTestId("zone")

  expect(fireEvent.dragOver(screen.getByText("Pictures"), { dataTransfer: transfer })).toBe(false)
  expect(zone).toHaveAttribute("data-over")
  expect(fireEvent.drop(screen.getByText("Pictures"), { dataTransfer: transfer })).toBe(false)

  expect(taken).toEqual(["bead.png", "mala.png"])
  expect(zone).not.toHaveAttribute("data-over")
})

test("a dragged text, or a picture that is only moved, is left alone", () => {
  const taken: string[] = []
  render(<Zone taken={taken} isOff />)
  const zone = screen.getByTestId("zone")

  expect(fireEvent.dragOver(zone, { dataTransfer: transfer })).toBe(true)
  fireEvent.drop(zone, { dataTransfer: transfer })

  expect(taken).toEqual([])
  expect(zone).not.toHaveAttribute("data-over")
})

test("leaving the zone unmarks it", () => {
  render(<Zone taken={[]} />)
  const zone = screen.getByTestId("zone")

  fireEvent.dragOver(zone, { dataTransfer: transfer })
  fireEvent.dragLeave(zone, { relatedTarget: document.body })

  expect(zone).not.toHaveAttribute("data-over")
})
