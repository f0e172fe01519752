import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { describe, expect, it } from "vitest"
import { signsQuery, zodiacQuery } from "./queries"
import { SignPanel } from "./sign-panel"

const DAY = "1990-08-22"
const SERVICES = ["Sky Service"]
/** There is no server behind a unit test: whatever is asked fails, and that is said. */
const NOT_REACHED = "The other services did not answer just now."

/** The panel of somebody born that day, where the shop knows these services; what has been asked stays known. */
function show(services: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const own = { name: "Leo", source: "" }
  client.setQueryData(signsQuery().queryKey, { signs: [], services } as never)
  client.setQueryData(zodiacQuery(DAY).queryKey, own as never)
  render(
    <QueryClientProvider client={client}>
      <SignPanel dateOfBirth={DAY} />
    </QueryClientProvider>,
  )
  return { client, user: userEvent.setup() }
}

describe("external services beside the sign", () => {
  it("are not spoken of where the shop uses none", async () => {
    show([])

    expect(await screen.findByText("Leo")).toBeVisible()
    expect(screen.queryByRole("checkbox")).toBeNull()
  })

  it("are named, and learn nothing before somebody agrees", async () => {
    const { user } = show(SERVICES)

    const consent = await screen.findByRole("checkbox", { name: /Sky Service/ })
    expect(consent).not.toBeChecked()
    expect(screen.queryByText(NOT_REACHED)).toBeNull()

    await user.click(consent)
    expect(await screen.findByText(NOT_REACHED)).toBeVisible()
    expect(screen.getByText("Leo")).toBeVisible()
  })

  it("are no longer quoted when the consent is taken back; our own answer stands", async () => {
    const { client, user } = show(SERVICES)
    client.setQueryData(zodiacQuery(DAY, true).queryKey, {
      name: "Leo",
      source: "Sky Service agrees",
    } as never)

    const consent = await screen.findByRole("checkbox", { name: /Sky Service/ })
    expect(screen.queryByText("Sky Service agrees")).toBeNull()
    await user.click(consent)
    expect(await screen.findByText("Sky Service agrees")).toBeVisible()
    await user.click(consent)

    expect(screen.queryByText("Sky Service agrees")).toBeNull()
    expect(screen.getByText("Leo")).toBeVisible()
  })
})
