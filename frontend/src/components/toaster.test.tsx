import { render, screen, waitForElementToBeRemoved } from "@testing-library/react"
import { expect, test } from "vitest"
import { toast } from "@/lib/toast"
import { Toaster } from "./toaster"

test("a toast sent before anybody listened is not lost", async () => {
  toast.error("Failed to load category data")

  render(<Toaster />)

  expect((await screen.findAllByText("Failed to load category data")).length).toBeGreaterThan(0)
})

test("a success goes away by itself after three seconds", async () => {
  render(<Toaster />)
  const sent = Date.now()
  toast.success("The link is copied.")
  await screen.findAllByText("The link is copied.")

  await waitForElementToBeRemoved(() => screen.queryAllByText("The link is copied."), { timeout: 4500 })

  expect(Date.now() - sent).toBeGreaterThan(2500)
}, 8000)
