import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "@/i18n"
import { shopQuery, whatsappLink } from "@/lib/shop"
import { ButtonLink, buttonClass } from "./button"

/** Link to support about an order: the chat if a number is configured, else the contact form. */
export function SupportLink({ orderId, children }: { orderId: string; children: ReactNode }) {
  const { t } = useTranslation("shell")
  const number = useQuery(shopQuery).data?.whatsapp
  if (!number) {
    return (
      <ButtonLink to={contactAddress(orderId)} variant="secondary">
        {children}
      </ButtonLink>
    )
  }
  return (
    <a
      href={whatsappLink(number, t("orderGreeting", { orderId }))}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: "secondary" })}
    >
      {children}
    </a>
  )
}

/** The contact form with the order filled in. */
export const contactAddress = (orderId: string) => `/contact?order=${encodeURIComponent(orderId)}`
