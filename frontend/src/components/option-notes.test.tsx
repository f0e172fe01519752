import { render, renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { OptionNotes, RefundedPieces, useLineTitle } from "./option-notes"

const nothing = { origin: "", size: "", pendantType: "none", xrayCertification: false }

const notes = (customization: typeof nothing, more?: { quantity: number; more: string }) =>
  render(<OptionNotes customization={customization} {...more} />).container.textContent

test("every chosen option is named, the usual size too", () => {
  expect(notes({ ...nothing, origin: "Nepal", size: "regular" })).toBe("Nepal · Size: Regular")
  expect(notes({ origin: "UK", size: "big", pendantType: "silver", xrayCertification: true })).toBe(
    "UK · Size: Big · Silver pendant · X-ray certificate",
  )
  expect(notes({ ...nothing, size: "8 mm" }, { quantity: 2, more: "₹350 each" })).toBe(
    "Quantity 2 · Size: 8 mm · ₹350 each",
  )
})

test("of a product without a choice nothing is named", () => {
  expect(notes(nothing)).toBe("")
  expect(renderHook(useLineTitle).result.current("Mala", nothing)).toBe("Mala")
})

test("a line's title has the options behind it", () => {
  const title = renderHook(useLineTitle).result.current("Five Mukhi", { ...nothing, size: "regular" })

  expect(title).toBe("Five Mukhi (Size: Regular)")
})

test.each([
  [{ quantity: 5, withheld: 2, sent: 0 }, "packaging", "Refund for 2 of 5 pieces, 3 to be sent"],
  [{ quantity: 5, withheld: 2, sent: 3 }, "delivered", "Refund for 2 of 5 pieces, 3 sent"],
  [{ quantity: 2, withheld: 2, sent: 0 }, "confirmed", "Refund for all 2 pieces, none is sent"],
  [{ quantity: 1, withheld: 1, sent: 0 }, "shipped", "Refunded or being refunded, not sent"],
  [{ quantity: 5, withheld: 0, sent: 5 }, "shipped", ""],
  [{ quantity: 5, withheld: 2, sent: 0 }, "cancelled", ""],
])("says of %o in the status %s: %s", (pieces, status, text) => {
  const { container } = render(<RefundedPieces pieces={pieces} status={status} />)

  expect(container).toHaveTextContent(text, { normalizeWhitespace: true })
  if (!text) expect(container).toBeEmptyDOMElement()
})
