import { useQuery } from "@tanstack/react-query"
import { shopQuery } from "@/lib/shop"
import { useLanguage } from "."

/** The shop's name in the page's language; "" until the shop is known. */
export function useBrand(): string {
  const language = useLanguage()
  return useQuery(shopQuery).data?.name[language] ?? ""
}
