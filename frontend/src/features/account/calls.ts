import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"

export type SavedAddress = Schemas["SavedAddressOut"]
type SavedAddressBody = Schemas["SavedAddressIn"]

/** The address book; keyed by the account's version, so that a change on another device causes a refetch. */
export const addressesQuery = (version: number) =>
  queryOptions({
    queryKey: ["me", "addresses", version],
    queryFn: read("/api/auth/addresses", {}, "addresses"),
    placeholderData: keepPreviousData,
  })
export const saveAddress = (body: SavedAddressBody, id?: string) =>
  unwrap(
    id
      ? api.PUT("/api/auth/addresses/{address_id}", { params: { path: { address_id: id } }, body })
      : api.POST("/api/auth/addresses", { body }),
  )

export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: read("/api/auth/sessions", {}, "sessions"),
  staleTime: 0,
})
