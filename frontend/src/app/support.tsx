import { useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { WhatsAppIcon } from "@/components/brand-icons"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useTranslation } from "@/i18n"
import { shopQuery } from "@/lib/shop"

const SupportPanel = lazyDialog(() => import("./support-panel"), "SupportPanel")

/** Floating button that opens a chat with the shop; renders nothing without a configured number. */
export function Support() {
  const { t } = useTranslation("shell-more")
  const number = useQuery(shopQuery).data?.whatsapp
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!number) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t("support.open")}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={t("support.open")}
        onClick={() => setOpen(!open)}
        className="fixed right-4 bottom-4 z-20 inline-flex size-13 items-center justify-center rounded-full border border-line bg-paper text-success shadow-float transition-[color,bottom] hover:bg-success-wash max-lg:[[data-with-buy-bar]_&]:bottom-24 sm:right-6 sm:bottom-6 print:hidden"
      >
        <WhatsAppIcon className="size-6.5" />
      </button>
      <SupportPanel open={open} onOpenChange={setOpen} number={number} button={button} />
    </>
  )
}
