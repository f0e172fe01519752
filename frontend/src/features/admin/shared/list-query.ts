import { keepPreviousData } from "@tanstack/react-query"

/** Options of a page of rows: rows change on the server, so a cached page is shown and at once refetched. */
export const listQuery = { placeholderData: keepPreviousData, staleTime: 0 }
