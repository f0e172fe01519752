import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { Picture, type PictureData } from "./picture"

const BEAD: PictureData = {
  url: "/media/bead",
  width: 1600,
  height: 1600,
  placeholder: "data:image/webp;base64,AAAA",
}

test("a picture that is fetched when it comes near is shown blurred until it has arrived", () => {
  const { container } = render(<Picture picture={BEAD} alt="A bead" sizes="10rem" />)
  expect(container.querySelector(`img[src^="data:"]`)).toBeInTheDocument()

  fireEvent.load(screen.getByAltText("A bead"))

  expect(container.querySelector(`img[src^="data:"]`)).not.toBeInTheDocument()
})
