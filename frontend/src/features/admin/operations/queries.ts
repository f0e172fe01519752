import { queryOptions } from "@tanstack/react-query"
import { read, type Schemas } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"

export type Check = Schemas["OperationsCheck"]

export const operationsQuery = queryOptions({
  queryKey: ["staff", "operations"],
  queryFn: read("/api/admin/operations"),
  structuralSharing: keepNewest,
})
