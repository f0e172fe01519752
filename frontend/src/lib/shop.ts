import { queryOptions } from "@tanstack/react-query"
import { read } from "./api"

/** The shop's own data: seller, contacts and promises, the one place every page takes them from. */
export const shopQuery = queryOptions({
  queryKey: ["shop"],
  queryFn: read("/api/shop"),
  staleTime: 10 * 60_000,
})

/** A chat with the shop on WhatsApp; the number may be written with +, spaces and dashes. */
export const whatsappLink = (number: string, text = "") =>
  `https://wa.me/${number.replace(/\D/g, "")}${text && `?text=${encodeURIComponent(text)}`}`
