import { act, fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Turntable } from "./turntable"

const sprite = {
  url: "/media/products/turn.0",
  width: 2160,
  height: 2160,
  placeholder: "",
  color: "#aa8866",
  pending: null,
}
const plainMatchMedia = window.matchMedia

/** Prefer less motion, as jsdom has no preferences. */
function preferLessMotion() {
  window.matchMedia = (query) =>
    Object.assign(plainMatchMedia(query), { matches: query === "(prefers-reduced-motion: reduce)" })
}
beforeEach(preferLessMotion)
afterEach(() => {
  window.matchMedia = plainMatchMedia
  vi.useRealTimers()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function open(mukhi: number | null = 5) {
  const onClose = vi.fn()
  const { container } = render(
    <Turntable title="5 Mukhi" sprite={sprite} poster={null} mukhi={mukhi} onClose={onClose} />,
  )
  const image = container.querySelector("picture > img") as HTMLImageElement
  return { onClose, image }
}
const slider = () => screen.getByRole("slider", { name: "Turn" })

test("arrow keys turn the bead, and its faces are counted as they come to the front", async () => {
  const { image } = open()
  expect(screen.getByText("Loading the pictures of one turn…")).toBeVisible()
  expect(slider()).toBeDisabled()

  fireEvent.load(image)
  expect(slider()).toHaveAttribute("aria-valuetext", "Face 1 of 5")
  await userEvent.keyboard("{ArrowLeft>4/}")
  expect(slider()).toHaveAttribute("aria-valuetext", "Face 5 of 5")
  expect(screen.queryByText(/faces counted/)).toBeNull()
  await userEvent.keyboard("{ArrowRight>33/}")

  expect(screen.getByText("5 faces counted: this is a 5 mukhi.")).toBeVisible()
})

test("the slider shows the frame it is put to", () => {
  const { image } = open()
  fireEvent.load(image)

  fireEvent.change(slider(), { target: { value: "14" } })

  expect(slider()).toHaveAttribute("aria-valuetext", "Face 3 of 5")
  // Frame 14 is the third one of the third row of six.
  expect(image.style.transform).toMatch(/^translate\(-33\.3\d*%, -33\.3\d*%\)$/)
})

test("it turns once by itself and stops, or at the visitor's first key", async () => {
  window.matchMedia = plainMatchMedia
  vi.useFakeTimers()
  const { image } = open()

  fireEvent.load(image)
  await wait(12_000)
  expect(slider()).toHaveValue("0")
  expect(screen.getByText(/5 faces counted/)).toBeVisible()
  fireEvent.click(screen.getByRole("button", { name: "Turn slowly" }))
  await wait(1_000)
  fireEvent.keyDown(slider(), { key: "ArrowRight" })
  const stopped = (slider() as HTMLInputElement).value
  await wait(2_000)

  expect(Number(stopped)).toBeGreaterThan(1)
  expect(slider()).toHaveValue(stopped)
})

test("it stands still for who prefers less motion", async () => {
  vi.useFakeTimers()
  const { image } = open()

  fireEvent.load(image)
  await wait(3_000)

  expect(slider()).toHaveValue("0")
})

test("a sprite that does not arrive can be asked for again, and Escape leads back", async () => {
  const { image, onClose } = open()

  fireEvent.error(image)
  expect(screen.getByRole("alert")).toHaveTextContent("could not be loaded")
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(screen.getByText("Loading the pictures of one turn…")).toBeVisible()
  fireEvent.keyDown(slider(), { key: "Escape" })

  expect(onClose).toHaveBeenCalledOnce()
})

test("what has no faces is turned by degrees", () => {
  const { image } = open(null)
  fireEvent.load(image)

  fireEvent.change(slider(), { target: { value: "9" } })

  expect(slider()).toHaveAttribute("aria-valuetext", "90°")
  expect(screen.queryByText(/faces counted/)).toBeNull()
})
