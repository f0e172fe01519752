import { queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { pageData } from "@/lib/page-data"

export type Certificate = Schemas["CertificateOut"]

export const certificateQuery = (number: string) =>
  queryOptions({
    queryKey: ["certificate", number],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/certificates/{number}", { params: { path: { number } }, signal })))
        .certificate,
    initialData: () => pageData<Schemas["CertificateData"]>(`/api/certificates/${number}`)?.certificate,
    staleTime: 5 * 60_000,
  })
