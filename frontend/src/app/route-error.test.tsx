import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { loadTexts } from "@/i18n"
import { RouteError } from "./route-error"

function openPageWithoutCode() {
  const router = createMemoryRouter([
    {
      path: "/",
      lazy: () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/a.js")),
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
    },
  ])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test.each([
  [true, /has been updated since/],
  [false, /check your connection/],
])("a page whose code does not come, with the network %s, says why", async (onLine, sentence) => {
  await loadTexts("shell")
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine)

  openPageWithoutCode()

  expect(await screen.findByText(sentence)).toBeVisible()
  vi.restoreAllMocks()
})
