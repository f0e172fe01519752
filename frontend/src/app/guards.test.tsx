import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import { useSession } from "@/stores/session"
import { RequireLogin } from "./guards"

test("while it is found out who is logged in, the page has a heading", async () => {
  await loadTexts("account")
  useSession.setState({ session: "session-1" })

  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RequireLogin />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Checking your login")
  expect(screen.getByRole("status")).toHaveTextContent("Loading")
})
