import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { Figures } from "./figures"

test("every outcome has its card, gross and net are labelled, the success rate is explained", async () => {
  render(
    <Figures
      filtered={false}
      statistics={{
        totalTransactions: 10,
        totalAmount: 5000,
        successfulTransactions: 4,
        successRate: 40,
        failedTransactions: 1,
        pendingTransactions: 2,
        cancelledTransactions: 2,
        expiredTransactions: 1,
        successfulAmount: 2000,
        netAmount: 1500,
        averageTransactionAmount: 500,
      }}
    />,
  )

  const card = async (name: string) => (await screen.findByText(name)).parentElement
  expect(await card("Cancelled")).toHaveTextContent("Cancelled2")
  expect(await card("Expired")).toHaveTextContent("Expired1")
  expect(await card("Payments received")).toHaveTextContent("₹1,500 net, after refunds and lost disputes")
  expect(await card("Successful")).toHaveTextContent("of all that were begun")
})
