import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { ShareFields } from "./setting-field"

const shared = {
  path: "payments.providerWeights",
  draft: {},
  onChange: () => {},
  providers: ["phonepe", "razorpay"],
}

test("the share of a provider that the shop no longer has can be cleared", () => {
  render(<ShareFields {...shared} errors={{}} shares={{ phonepe: 3, former: 1 }} />)

  const shown = screen.getAllByRole("textbox").map((field) => (field as HTMLInputElement).value)
  expect(shown).toEqual(["3", "", "1"])
})

test("a share that is refused says so beside its own field", () => {
  render(
    <ShareFields
      {...shared}
      errors={{ "payments.providerWeights.razorpay": "At most 100" }}
      shares={{ razorpay: 101 }}
    />,
  )

  expect(screen.getByDisplayValue("101")).toHaveAccessibleDescription(/At most 100/)
})
