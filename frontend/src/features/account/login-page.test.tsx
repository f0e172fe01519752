import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { queryClient } from "@/lib/query-client"
import { useSession } from "@/stores/session"
import { Component as LoginPage } from "./login-page"

test("whoever logs in can first read the terms and what becomes of their data", () => {
  useSession.setState({ session: null, pending: null })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/login"]}>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  const leadsTo = screen.getAllByRole("link").map((link) => link.getAttribute("href"))
  expect(leadsTo).toEqual(expect.arrayContaining(["/terms", "/privacy"]))
})
