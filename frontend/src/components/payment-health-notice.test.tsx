import { render, screen } from "@testing-library/react"
import { act } from "react"
import { expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import { PaymentHealthNotice } from "./payment-health-notice"

async function show(health: Parameters<typeof PaymentHealthNotice>[0]) {
  await loadTexts("payHealth")
  await act(async () => void render(<PaymentHealthNotice {...health} />))
}

test("nothing is rendered while all payment methods work", async () => {
  await show({ slow: [], failing: [], fine: ["UPI", "Card"] })

  expect(document.body.textContent).toBe("")
})

test("a slow payment method is named beside those that work", async () => {
  await show({ slow: ["UPI"], failing: [], fine: ["Card", "NetBanking"] })

  expect(screen.getByText("Payments by UPI are slow right now.")).toBeTruthy()
  expect(screen.getByText("Payments by cards and net banking work normally.")).toBeTruthy()
})
