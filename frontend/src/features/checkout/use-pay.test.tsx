import { QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { ReactNode } from "react"
import { afterEach, expect, test, vi } from "vitest"
import { api } from "@/lib/api"
import { queryClient } from "@/lib/query-client"
import { onToast } from "@/lib/toast"
import { useCheckoutStore } from "./checkout-store"
import { emptyDetails } from "./details"
import { usePay } from "./use-pay"

const attempt = {
  details: {
    ...emptyDetails,
    firstName: "Meera",
    email: "meera@example.com",
    phone: "9876543210",
    street: "12 Temple Road",
    city: "Chennai",
    state: "Tamil Nadu",
    pincode: "600004",
  },
  amount: 500,
  discountCode: "",
  cashFee: null,
}

afterEach(() => {
  vi.restoreAllMocks()
  useCheckoutStore.getState().clearIntent()
  queryClient.clear()
  window.location.hash = ""
})

/** Let the server create the order and open its payment page with this message. */
function answerPayment(message: string) {
  // An address within this page: the only navigation that jsdom has.
  const paymentUrl = `${window.location.origin}/#payment-page`
  const answers: Record<string, object> = {
    "/api/orders/create-guest-order": { orderId: "AKS-1", orderKey: "secret", orderLink: null },
    "/api/phonepe/create-order": { transactionId: "TXN1", paymentUrl },
  }
  const post = async (path: string) => ({
    data: { success: true, message, data: answers[path] },
    response: new Response(),
  })
  vi.spyOn(api, "POST").mockImplementation(post as typeof api.POST)
}

test.each([
  "Redirecting to PhonePe for secure payment...",
  "Redirecting to Razorpay for secure payment...",
  "सुरक्षित भुगतान के लिए Razorpay पर ले जाया जा रहा है...",
])("the shopper reads from the server to which provider the page leads: %s", async (message) => {
  answerPayment(message)
  const shown: string[] = []
  const stop = onToast(({ text }) => shown.push(text))
  const { result } = renderHook(
    () => usePay({ items: [], fromCart: false, onQuoteAgain() {}, onRefused() {} }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  )

  act(() => result.current.pay(attempt))

  await waitFor(() => expect(window.location.hash).toBe("#payment-page"))
  stop()
  expect(shown).toEqual([message])
})
