import { queryOptions } from "@tanstack/react-query"
import { read } from "@/lib/api"
import type { components } from "@/lib/schema.gen"
import { keepNewest } from "@/lib/versioned"

export type Check = components["schemas"]["OperationsCheck"]

export const operationsQuery = queryOptions({
  queryKey: ["staff", "operations"],
  queryFn: read("/api/admin/operations"),
  structuralSharing: keepNewest,
})
