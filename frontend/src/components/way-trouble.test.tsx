import { render, screen } from "@testing-library/react"
import { act } from "react"
import { expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import { WayTrouble } from "./way-trouble"

async function show(health: Parameters<typeof WayTrouble>[0]) {
  await loadTexts("payHealth")
  await act(async () => void render(<WayTrouble {...health} />))
}

test("while all is well there is nothing to read", async () => {
  await show({ slow: [], failing: [], fine: ["UPI", "Card"] })

  expect(document.body.textContent).toBe("")
})

test("a slow way is named beside those that work", async () => {
  await show({ slow: ["UPI"], failing: [], fine: ["Card", "NetBanking"] })

  expect(screen.getByText("Payments by UPI are slow right now.")).toBeTruthy()
  expect(screen.getByText("Payments by cards and net banking work normally.")).toBeTruthy()
})
