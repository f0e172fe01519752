const MAX_PAGE = 100_000

/** The page number of a list's address; the first page when there is none or no server would take it. */
export function readPage(params: URLSearchParams, max = MAX_PAGE): number {
  const page = Number(params.get("page"))
  return Number.isInteger(page) && page > 1 && page <= max ? page : 1
}
