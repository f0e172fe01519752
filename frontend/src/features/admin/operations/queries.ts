import { liveQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type Check = Schemas["OperationsCheck"]

export const operationsQuery = liveQuery(["staff", "operations"], read("/api/admin/operations"))
