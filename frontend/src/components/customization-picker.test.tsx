import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { defaultSelection } from "@/lib/selection"
import { CustomizationPicker } from "./customization-picker"

const options = {
  origins: [
    { name: "Nepal", price: 0, available: true },
    { name: "Indonesian", price: 200, available: true },
    { name: "UK", price: 500, available: false },
  ],
  sizes: [
    { name: "small", price: -200, available: true },
    { name: "regular", price: 0, available: true },
  ],
  pendantOptions: [{ type: "silver", price: 300, available: true }],
  xrayCertification: { available: true, price: 500 },
}

function Picker() {
  const [selection, setSelection] = useState(() => defaultSelection(options))
  return (
    <>
      <CustomizationPicker options={options} selection={selection} onChange={setSelection} />
      <output>{JSON.stringify(selection)}</output>
    </>
  )
}

const selection = () => JSON.parse(screen.getByRole("status").textContent ?? "")

test("choices change the selection", async () => {
  render(<Picker />)

  await userEvent.click(screen.getByText("Indonesian"))
  await userEvent.click(screen.getByText("Small"))
  await userEvent.click(screen.getByText("Silver"))
  await userEvent.click(screen.getByRole("checkbox"))

  expect(selection()).toEqual({
    origin: "Indonesian",
    size: "small",
    pendantType: "silver",
    xrayCertification: true,
  })
})

test("an unavailable option cannot be chosen", async () => {
  render(<Picker />)

  await userEvent.click(screen.getByText("UK"))

  expect(selection().origin).toBe("Nepal")
  expect(screen.getByRole("radio", { name: /UK/ })).toBeDisabled()
})

test("a pendant can be declined though the product lists only pendants", () => {
  render(<Picker />)

  expect(screen.getByRole("radio", { name: "None" })).toBeChecked()
})

test("what an option adds or takes away stands beside it", () => {
  render(<Picker />)

  expect(screen.getByRole("radio", { name: /Small/ })).toHaveAccessibleName(/−₹200/)
  expect(screen.getByRole("radio", { name: /Indonesian/ })).toHaveAccessibleName(/\+₹200/)
})
