import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { RateWarning } from "./product-sections"
import { hsnRatesQuery } from "./queries"

function show(code: string, rate: number, usual: number[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(hsnRatesQuery(code).queryKey, usual)
  render(
    <QueryClientProvider client={client}>
      <RateWarning code={code} rate={rate} />
    </QueryClientProvider>,
  )
}

it("warns of a rate that goods of the code do not have", () => {
  show("14049090", 18, [0, 5])
  expect(screen.getByText(/14049090 usually have 0 % \/ 5 %/)).toBeVisible()
})

it.each([
  ["a usual rate", "71039990", 0.25, [0.25]],
  ["a code nobody knows", "12345678", 18, []],
])("does not warn of %s", (_, code, rate, usual) => {
  show(code, rate, usual)
  expect(screen.queryByText(/usually/)).toBeNull()
})
