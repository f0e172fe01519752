import { render } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Schemas } from "@/lib/api"
import { Sections } from "./document-sections"

const plain = (text: string) => ({ text, href: "", style: "" }) as const
const strong = (text: string) => ({ text, href: "", style: "strong" }) as const

const page = (...runs: Schemas["DocumentRun"][]): Schemas["DocumentSection"][] => [
  {
    id: "section-1",
    title: "",
    picture: "",
    pictureAlt: "",
    blocks: [{ kind: "paragraph", runs, items: [], rows: [] }],
  },
]

test("words that repeat are shown as often as they are written, also after they were edited", () => {
  const { container, rerender } = render(
    <Sections sections={page(strong("pure"), plain(" and "), strong("pure"))} />,
  )
  rerender(<Sections sections={page(plain("Quite "), strong("pure"))} />)

  expect(container.textContent).toBe("Quite pure")
})
