import { queryOptions } from "@tanstack/react-query"
import { liveQuery } from "@/features/admin/shared/query-options"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"

export type LiveView = Schemas["LiveView"]
/** The live view without sums of money, for the big screen. */
export type WallView = Schemas["WallView"]

const RETRY_MS = 15_000

export const liveViewQuery = liveQuery(["staff", "live"], read("/api/admin/live"))

export const wallQuery = (key: string) =>
  queryOptions({
    queryKey: ["live-wall", key],
    queryFn: ({ signal }) => unwrap(api.GET("/api/live-wall", { headers: { "X-Wall-Key": key }, signal })),
    structuralSharing: keepNewest,
    // Nobody is there to try again.
    refetchInterval: ({ state }) => (state.data ? false : RETRY_MS),
  })
