import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, it } from "vitest"
import { profileQuery, type Right, type User, useSession } from "@/stores/session"
import { PieceCertificates } from "./piece-certificates"
import { type AdminPiece, freeCertificatesQuery } from "./queries"

const given: AdminPiece = {
  piece: 1,
  certificate: "SGL-1",
  isVoid: false,
  canGive: true,
  canTakeBack: true,
}
const missing: AdminPiece = { piece: 2, certificate: "", isVoid: false, canGive: true, canTakeBack: false }

function show(pieces: AdminPiece[], rights: Right[] = ["orders:write"]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  useSession.setState({ session: "a token" })
  client.setQueryData(profileQuery.queryKey, { _id: "1", name: "Neha", rights } as unknown as User)
  client.setQueryData(freeCertificatesQuery("AKS-1", 1).queryKey, {
    certificates: [
      { number: "SGL-3", mukhi: 5, weight: 2.48, issuedOn: "2026-03-01" },
      { number: "SGL-2", mukhi: 5, weight: 2.5, issuedOn: "2026-02-01" },
    ],
  })
  render(
    <QueryClientProvider client={client}>
      <PieceCertificates orderId="AKS-1" certified={{ line: 1, pieces }} />
    </QueryClientProvider>,
  )
}

afterEach(() => useSession.setState({ session: null }))

it("offers the free numbers for a piece without one, the newest first, and takes a typed one", async () => {
  show([given, missing])
  const field = screen.getByRole("combobox", { name: "Certificate number, piece 2 of 2" })
  const options = [...document.querySelectorAll("option")].map(({ value, label }) => [value, label])
  expect(options).toEqual([
    ["SGL-3", "SGL-3 · 2.48 g · 1 Mar 2026"],
    ["SGL-2", "SGL-2 · 2.5 g · 1 Feb 2026"],
  ])
  expect(screen.getByRole("button", { name: "Save number" })).toBeDisabled()

  await userEvent.type(field, "sgl-9")

  expect(screen.getByRole("button", { name: "Save number" })).toBeEnabled()
})

it("changes a given number by the keyboard, and keeps it when nothing is chosen", async () => {
  show([given])
  expect(screen.getByRole("link", { name: "SGL-1" })).toHaveAttribute("href", "/verify/SGL-1")

  screen.getByRole("button", { name: "Change certificate SGL-1" }).focus()
  await userEvent.keyboard("{Enter}")
  expect(screen.getByRole("combobox", { name: "Certificate number" })).toHaveFocus()
  await userEvent.click(screen.getByRole("button", { name: "Keep as it is" }))

  expect(screen.getByRole("link", { name: "SGL-1" })).toBeVisible()
})

it("shows numbers without the right to change them, and none where the parcel has left", () => {
  show([given, { ...missing, canGive: false }], ["orders:read"])

  expect(screen.getByRole("link", { name: "SGL-1" })).toBeVisible()
  expect(screen.getByText("No certificate")).toBeVisible()
  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.queryByRole("combobox")).toBeNull()
})
