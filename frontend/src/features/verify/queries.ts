import { queryOptions } from "@tanstack/react-query"
import { read, type Schemas } from "@/lib/api"

export type Certificate = Schemas["CertificateOut"]

export const certificateQuery = (number: string) =>
  queryOptions({
    queryKey: ["certificate", number],
    queryFn: read("/api/certificates/{number}", { path: { number } }, "certificate"),
    staleTime: 5 * 60_000,
  })
