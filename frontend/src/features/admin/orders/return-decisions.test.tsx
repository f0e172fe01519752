import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, it } from "vitest"
import { profileQuery, type User, useSession } from "@/stores/session"
import type { AdminOrder, CertifiedLine, ReturnRequest } from "./queries"
import { ReturnDecisions } from "./return-decisions"

const certified: CertifiedLine[] = [
  {
    line: 1,
    pieces: ["SGL-1", "SGL-2"].map((certificate, index) => ({
      piece: index + 1,
      certificate,
      isVoid: false,
      canGive: false,
      canTakeBack: false,
    })),
  },
]

const back = (quantity: number) =>
  ({
    returnId: "RET-1",
    kind: "return",
    reason: "wrong_item",
    status: "approved",
    text: "",
    requestedAt: "2026-11-20T10:00:00Z",
    photos: [],
    items: [{ line: 1, quantity }],
  }) as unknown as ReturnRequest

function show(quantity: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  useSession.setState({ session: "a token" })
  client.setQueryData(profileQuery.queryKey, { _id: "1", rights: ["orders:write"] } as unknown as User)
  const customization = { origin: "", size: "regular", pendantType: "none", xrayCertification: false }
  const order = {
    orderId: "AKS-1",
    items: [{ quantity: 2, sent: 2, product: { title: "Bead" }, customization }],
  }
  render(
    <QueryClientProvider client={client}>
      <ReturnDecisions
        order={order as unknown as AdminOrder}
        requests={[back(quantity)]}
        certified={certified}
      />
    </QueryClientProvider>,
  )
}

afterEach(() => useSession.setState({ session: null }))

it("asks which certificates are back when some pieces of a line are, and only if they can be sold again", async () => {
  show(1)
  const group = "The certificates of the pieces that came back"
  expect(screen.getByRole("group", { name: group })).toBeVisible()
  expect(screen.getByRole("checkbox", { name: "SGL-2" })).not.toBeChecked()

  await userEvent.click(screen.getByRole("checkbox", { name: /as good as new/ }))

  expect(screen.queryByRole("group", { name: group })).toBeNull()
})

it("asks for no certificates when all pieces of the line are back", () => {
  show(2)

  expect(screen.getByText("2 × Bead (Size: Regular)")).toBeVisible()
  expect(screen.getByRole("checkbox", { name: /as good as new/ })).toBeChecked()
  expect(screen.queryByRole("checkbox", { name: "SGL-1" })).toBeNull()
})
