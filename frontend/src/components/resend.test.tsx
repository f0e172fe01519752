import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { Resend } from "./resend"

const words = { again: "Send again", waitText: (count: number) => `Wait ${count} s`, readyText: "Ready" }
const show = (sentAt: number, blockedUntil = 0) =>
  render(<Resend sentAt={sentAt} blockedUntil={blockedUntil} busy={false} onClick={() => {}} {...words} />)

test("the wait for another code is shown and not read out", () => {
  show(Date.now() - 10_000)

  expect(screen.getByRole("timer")).toHaveTextContent(/^Wait (20|19) s$/)
  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.getByRole("status")).toBeEmptyDOMElement()
})

test("when it is over there is a button, and that is read out once", () => {
  show(Date.now() - 30_000)

  expect(screen.getByRole("button", { name: "Send again" })).toBeEnabled()
  expect(screen.getByRole("status")).toHaveTextContent("Ready")
})

test("a longer wait that the server asked for counts", () => {
  show(Date.now() - 60_000, Date.now() + 90_000)

  expect(screen.getByRole("timer")).toHaveTextContent(/^Wait (90|89) s$/)
})
