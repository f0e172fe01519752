import { useQuery } from "@tanstack/react-query"
import { shopQuery } from "@/lib/shop"
import { useLanguage } from "."

/** The address that the files of the shop's own mark begin with; "" for the shipped one. */
export const useOwnMark = () => useQuery(shopQuery).data?.mark ?? ""

/** The shop's name in the page's language; "" until the shop is known. */
export function useBrand(): string {
  const language = useLanguage()
  return useQuery(shopQuery).data?.name[language] ?? ""
}
