import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { defaultSelection } from "@/lib/selection"
import { CustomizationPicker } from "./customization-picker"

const description = { en: "", hi: "" }
const options = {
  origins: [
    { name: "Nepal", price: 0, available: true, description, picture: "" },
    {
      name: "Indonesian",
      price: 200,
      available: true,
      description: {
        en: "Smaller beads from Java, imported a few at a time",
        hi: "जावा के छोटे दाने, एक बार में थोड़े ही मँगाए जाते हैं",
      },
      picture: "",
    },
    { name: "UK", price: 500, available: false, description, picture: "" },
  ],
  sizes: [
    {
      name: "small",
      price: -200,
      available: true,
      description: { en: "15–18 mm · 1–2 g", hi: "15–18 मिमी · 1–2 ग्रा" },
      picture: "",
    },
    { name: "regular", price: 0, available: true, description, picture: "" },
  ],
  pendantOptions: [{ type: "silver", price: 300, available: true, description, picture: "" }],
  xrayCertification: { available: true, price: 500, description },
}

function Picker() {
  const [selection, setSelection] = useState(() => defaultSelection(options))
  return (
    <>
      <CustomizationPicker options={options} selection={selection} onChange={setSelection} />
      <output data-testid="selection">{JSON.stringify(selection)}</output>
    </>
  )
}

const selection = () => JSON.parse(screen.getByTestId("selection").textContent ?? "")

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

test("the chosen option says what it is", async () => {
  render(<Picker />)
  expect(screen.queryByText("Smaller beads from Java, imported a few at a time")).toBeNull()

  await userEvent.click(screen.getByText("Indonesian"))

  expect(screen.getByText("Smaller beads from Java, imported a few at a time")).toBeVisible()
})

test("what a size measures stands in its chip before it is chosen", () => {
  render(<Picker />)

  expect(screen.getByRole("radio", { name: /Small/ })).toHaveAccessibleName(/15–18 mm · 1–2 g/)
  expect(screen.getByRole("radio", { name: /Small/ })).not.toBeChecked()
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
