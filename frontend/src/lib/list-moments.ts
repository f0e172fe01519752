import type { Middleware } from "openapi-fetch"

/**
 * Lists grow while somebody leafs through them. The first page names its moment (`pagination.asOf`); sent with the
 * other pages it leaves out of them what has arrived since, so that each row is read once.
 */
const moments = new Map<string, string>()
/** More lists than anybody has open. */
const MOST = 50

/** Return the list and the page that an address names; null for other addresses. */
function pageOf(address: string): { list: string; page: number; isBound: boolean } | null {
  const { pathname, searchParams } = new URL(address)
  const page = Number(searchParams.get("page"))
  if (!page) return null
  const isBound = searchParams.has("asOf")
  searchParams.delete("page")
  searchParams.sort()
  return { list: `${pathname}?${searchParams}`, page, isBound }
}

function note(list: string, moment: string) {
  moments.delete(list)
  moments.set(list, moment)
  const [oldest] = moments.keys()
  if (moments.size > MOST && oldest !== undefined) moments.delete(oldest)
}

/** Note that a list's first page shows a row of this moment, which has come since it was fetched. */
export function noteArrival(list: string, moment: string) {
  const before = moments.get(list)
  if (before !== undefined && Date.parse(moment) > Date.parse(before)) note(list, moment)
}

export const listMoments: Middleware = {
  onRequest({ request }) {
    const asked = request.method === "GET" ? pageOf(request.url) : null
    const moment = asked && asked.page > 1 && !asked.isBound && moments.get(asked.list)
    if (!moment) return
    const url = new URL(request.url)
    url.searchParams.set("asOf", moment)
    return new Request(url, request)
  },
  async onResponse({ request, response }) {
    const asked = request.method === "GET" && response.ok ? pageOf(request.url) : null
    if (!asked || asked.isBound) return
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const moment = (body as { data?: { pagination?: { asOf?: string } } } | null)?.data?.pagination?.asOf
    if (moment) note(asked.list, moment)
  },
}
