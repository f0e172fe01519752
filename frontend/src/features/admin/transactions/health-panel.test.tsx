import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { HealthPanel, healthQuery, type ProviderHealth } from "./health-panel"

const FINE: ProviderHealth = {
  provider: "first",
  label: "First Pay",
  status: "fine",
  payments: 20,
  successRate: 95,
  medianSeconds: 31,
  outUntil: null,
}

function show(provider: Partial<ProviderHealth>) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(healthQuery.queryKey, {
    instruments: [],
    providers: [FINE, { ...FINE, provider: "second", label: "Second Pay", ...provider }],
    version: 1,
  })
  render(
    <QueryClientProvider client={client}>
      <HealthPanel />
    </QueryClientProvider>,
  )
}

it("says until when a provider that opens no payments is left out", () => {
  show({ outUntil: "2026-11-21T15:35:00Z" })

  expect(screen.getByText("Opens no payments: left out until 9:05:00 pm IST")).toBeVisible()
})

it("shows how badly a provider does whose payments fail", () => {
  show({ status: "failing", successRate: 40 })

  expect(screen.getByText("Second Pay").nextSibling).toHaveTextContent(
    "Failing40% succeed, 31 s, 20 payments",
  )
})

it("takes no room for providers that do well", () => {
  show({})

  expect(screen.queryByText(/Pay$/)).toBeNull()
})
