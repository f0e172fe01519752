import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { fireEvent, render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { beforeEach, expect, test } from "vitest"
import type { Schemas } from "@/lib/api"
import { bannerQuery } from "@/lib/banner"
import { recordServerTime, serverNow } from "@/lib/clock"
import { Banner } from "./banner"

const HOUR = 3_600_000
beforeEach(() => recordServerTime(new Date().toISOString()))

type Times = { startsIn?: number; endsIn?: number; isShown?: boolean }

const at = (difference: number) => new Date(serverNow() + difference).toISOString()

function open(banner: Partial<Schemas["BannerOut"]> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(bannerQuery.queryKey, {
    number: 3,
    text: "Closed for Diwali",
    link: "",
    startsAt: null,
    endsAt: null,
    isShown: true,
    ...banner,
  })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Banner />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test.each([
  [{}, true],
  [{ startsIn: -HOUR, endsIn: HOUR }, true],
  // The server's answer is older than the clock.
  [{ startsIn: HOUR }, false],
  [{ endsIn: -HOUR }, false],
  [{ startsIn: -HOUR, isShown: false }, true],
])("the banner is shown within its time", ({ startsIn, endsIn, ...banner }: Times, isShown) => {
  open({
    ...banner,
    startsAt: startsIn === undefined ? null : at(startsIn),
    endsAt: endsIn === undefined ? null : at(endsIn),
  })

  expect(screen.queryByText("Closed for Diwali") !== null).toBe(isShown)
})

test("a closed banner stays closed, the next one is shown", () => {
  const { unmount } = open()
  fireEvent.click(screen.getByRole("button"))
  expect(screen.queryByText("Closed for Diwali")).toBeNull()
  unmount()

  open().unmount()
  open({ number: 3 })
  expect(screen.queryByText("Closed for Diwali")).toBeNull()

  open({ number: 4, text: "Open again" })
  expect(screen.getByText("Open again")).toBeInTheDocument()
})
