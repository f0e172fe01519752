import { Popover } from "@base-ui/react/popover"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { X } from "lucide-react"
import type { RefObject } from "react"
import { matchPath, useLocation } from "react-router-dom"
import { WhatsAppIcon } from "@/components/brand-icons"
import { buttonClass } from "@/components/button"
import { SupportNowText } from "@/components/support-now-text"
import { paymentFromPath } from "@/features/payment/payment-from-path"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { useLastPayment } from "@/lib/last-payment"
import { paymentQuery } from "@/lib/payment-status"
import { shopQuery, whatsappLink } from "@/lib/shop"
import { supportNowQuery } from "@/lib/support-now"

const ORDER_PAGES = ["/orders/:orderId", "/order/:orderId"]

const PAYMENT_PAGES = [
  "/payment/status",
  "/payment-success",
  "/order-confirmation/:transactionId",
  "/confirmation/:transactionId",
  "/track-order",
]

/** The shop's chat: its hours, whether somebody answers now, and the link that opens it. */
export function SupportPanel(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  number: string
  button: RefObject<HTMLButtonElement | null>
}) {
  const { open, onOpenChange, number, button } = props
  const { t, i18n } = useTranslation(["shell-more", "shell", "shop"])
  const shop = useQuery(shopQuery).data
  const brand = useBrand()
  const hours = shop?.openingHours
  const now = useQuery({ ...supportNowQuery, enabled: open && Boolean(hours) }).data
  const orderId = useOrderOnScreen()
  const greeting = orderId ? t("shell:orderGreeting", { orderId }) : t("support.greeting", { brand })
  return (
    <Popover.Root
      open={open}
      onOpenChange={(open, { event }) => {
        // A press on the button is its own; it would open again what the press has closed.
        if (!button.current?.contains(event.target as Node)) onOpenChange(open)
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={button}
          side="top"
          align="end"
          sideOffset={12}
          collisionPadding={16}
          className="z-40"
        >
          <Popover.Popup className="w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-paper p-6 shadow-float outline-hidden transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <div className="flex items-start justify-between gap-4">
              <Popover.Title className="text-lg">{t("support.title")}</Popover.Title>
              <Popover.Close
                aria-label={t("shop:common.close")}
                className="-mt-2.5 -mr-3 inline-flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-accent"
              >
                <X className="size-5" />
              </Popover.Close>
            </div>
            <Popover.Description className="text-ink-soft text-sm">
              {t(shop?.promises.supportAroundTheClock ? "support.aroundTheClock" : "support.text")}
            </Popover.Description>
            {hours && (
              <p className="mt-2 text-ink-soft text-sm">
                {t("footer.hours", { hours: hours[i18n.language] })}
              </p>
            )}
            <p role="status" className="mt-2 text-sm empty:hidden">
              {now && <SupportNowText now={now} />}
            </p>
            {orderId && <p className="mt-2 text-sm">{t("support.aboutOrder", { orderId })}</p>}
            <a
              href={whatsappLink(number, greeting)}
              target="_blank"
              rel="noreferrer"
              onClick={() => onOpenChange(false)}
              className={`${buttonClass({})} mt-5 w-full`}
            >
              <WhatsAppIcon className="size-5" />
              {t("support.start")}
            </a>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The order of the current page, from the query cache, for the chat's first message. */
function useOrderOnScreen(): string | null {
  const { pathname, search } = useLocation()
  const client = useQueryClient()
  const order = firstMatch(ORDER_PAGES, pathname)?.params.orderId
  const payment = firstMatch(PAYMENT_PAGES, pathname)
  const last = useLastPayment()
  const meant = payment
    ? paymentFromPath({ part: payment.params.transactionId, search: new URLSearchParams(search), last })
    : null
  const transactionId = meant && "transactionId" in meant ? meant.transactionId : null
  // From the cache only: no request for the sake of a greeting.
  const known = useQuery({ ...paymentQuery(transactionId ?? ""), enabled: false }, client).data
  if (order) return order
  if (meant && "orderId" in meant) return meant.orderId
  if (!transactionId) return null
  return known?.orderId ?? (last?.transactionId === transactionId ? last.orderId : transactionId)
}

const firstMatch = (paths: readonly string[], pathname: string) =>
  paths.map((path) => matchPath(path, pathname)).find((match) => match !== null)
