import { queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"

export type Certificate = Schemas["CertificateOut"]

export const certificateQuery = (number: string) =>
  queryOptions({
    queryKey: ["certificate", number],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/certificates/{number}", { params: { path: { number } }, signal })))
        .certificate,
    staleTime: 5 * 60_000,
  })
