import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { mailLink } from "@/lib/mail-link"
import { queryClient } from "@/lib/query-client"
import { useSession } from "@/stores/session"
import { Component as LoginPage } from "./login-page"

test("a mail's link shows whom it logs in, and only a button does it", () => {
  useSession.setState({ session: null, pending: null })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/login#email=asha%2Bshop%40example.com&code=secret"]}>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(screen.getByText("asha+shop@example.com")).toBeVisible()
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Login",
    "Login in another way",
  ])
})

test("another fragment is no link", () => {
  expect(["", "#reviews", "#email=a@example.com", "#code=secret"].map(mailLink)).toEqual(Array(4).fill(null))
})
