import { useQuery } from "@tanstack/react-query"
import { type LucideIcon, Mail, Package, ReceiptIndianRupee, UserRound } from "lucide-react"
import { type RefObject, useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Badge } from "@/components/badge"
import { SearchBox, type SearchGroup } from "@/components/search-box"
import { Skeleton } from "@/components/skeleton"
import { TopDialog, TopDialogClose } from "@/components/top-dialog"

import { sectionsFor } from "@/features/admin/sections"
import { useLabels } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useDebounced } from "@/lib/use-debounced"
import { useUser } from "@/stores/session"
import { pagesMatching } from "./palette-results"
import { paletteQuery } from "./queries"

const PAUSE_MS = 180

type CommandPaletteProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Go to an order, a transaction, a customer or a page by typing. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const { t } = useTranslation("admin")
  const input = useRef<HTMLInputElement>(null)
  return (
    <TopDialog open={open} onOpenChange={onOpenChange} title={t("palette.title")} initialFocus={input}>
      <Palette input={input} onDone={() => onOpenChange(false)} />
    </TopDialog>
  )
}

function Palette({ input, onDone }: { input: RefObject<HTMLInputElement | null>; onDone: () => void }) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const navigate = useNavigate()
  const rights = useUser().user?.rights ?? []
  const [text, setText] = useState("")
  const typed = text.trim()
  const asked = useDebounced(typed, PAUSE_MS)
  const { data, error, isFetching } = useQuery(paletteQuery(asked, rights))

  const found = typed !== "" && !error ? data : undefined
  const pending = typed !== "" && (typed !== asked || isFetching)
  const pages = pagesMatching(sectionsFor(rights), typed, ({ name }) => t(`tabs.${name}`))

  const groups: SearchGroup[] = [
    // First: they are there at once, and what comes later does not move them.
    {
      label: t("palette.pages"),
      options: pages.map(({ name, path, icon }) => ({
        id: `page:${name}`,
        label: t(`tabs.${name}`),
        to: path,
        content: <Row icon={icon} title={t(`tabs.${name}`)} />,
      })),
    },
    {
      label: t("palette.orders"),
      options: (found?.orders ?? []).map(({ orderId, name, status, amount }) => ({
        id: `order:${orderId}`,
        label: orderId,
        to: `/admin/order-management?order=${encodeURIComponent(orderId)}`,
        content: (
          <Row
            icon={Package}
            title={orderId}
            about={name}
            amount={amount}
            badge={status && labels.orderStatus(status)}
          />
        ),
      })),
    },
    {
      label: t("palette.transactions"),
      options: (found?.transactions ?? []).map(({ transactionId, customerName, status, amount }) => ({
        id: `transaction:${transactionId}`,
        label: transactionId,
        to: `/admin/transactions?transaction=${encodeURIComponent(transactionId)}`,
        content: (
          <Row
            icon={ReceiptIndianRupee}
            title={transactionId}
            about={customerName}
            amount={amount}
            badge={labels.status(status)}
          />
        ),
      })),
    },
    {
      label: t("palette.customers"),
      options: (found?.customers ?? []).map(({ subject, name, email }) => ({
        id: subject,
        label: name || email,
        to: `/admin/support?subject=${encodeURIComponent(subject)}`,
        content: <Row icon={UserRound} title={name || email} about={name && email} />,
      })),
    },
    {
      label: t("palette.tickets"),
      options: (found?.tickets ?? []).map(({ ticketNumber, name, email }) => ({
        id: `ticket:${ticketNumber}`,
        label: ticketNumber,
        to: `/admin/contact?ticket=${encodeURIComponent(ticketNumber)}`,
        content: <Row icon={Mail} title={ticketNumber} about={name || email} />,
      })),
    },
  ]
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const isNone = !pending && !error && typed !== "" && count === 0

  /** Enter before anything was found: the lists' own searches open an exact number. */
  function submit() {
    const list = rights.includes("support")
      ? "/admin/support?q="
      : rights.includes("orders:read")
        ? "/admin/order-management?search="
        : null
    if (typed === "" || list === null || isNone) return
    onDone()
    navigate(list + encodeURIComponent(typed))
  }

  const status = () => {
    if (typed === "") return ""
    if (error) return t("palette.failed")
    if (pending) return t("palette.searching")
    return isNone ? t("palette.none", { text: typed }) : t("palette.found", { count })
  }
  return (
    <SearchBox
      inputRef={input}
      label={t("palette.title")}
      placeholder={t("palette.placeholder")}
      text={text}
      onTextChange={setText}
      groups={groups}
      autoHighlight
      onSubmit={submit}
      onChoose={onDone}
      status={status()}
      aside={<TopDialogClose />}
      note={
        <>
          {typed !== "" && error && (
            <p aria-hidden="true" className="px-4 pt-4 text-danger text-sm sm:px-6">
              {t("palette.failed")}
            </p>
          )}
          {isNone && (
            <p aria-hidden="true" className="px-4 py-6 text-ink-soft text-sm sm:px-6">
              {t("palette.none", { text: typed })}
            </p>
          )}
          {pending && !found && !error && (
            <div aria-hidden="true" className="space-y-3 px-4 pt-4 pb-2 sm:px-6">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-5 w-1/2" />
            </div>
          )}
        </>
      }
    />
  )
}

type RowProps = {
  icon: LucideIcon
  title: string
  about?: string
  amount?: number | null
  badge?: string | null
}

function Row({ icon: Icon, title, about, amount, badge }: RowProps) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate text-sm tabular-nums">
        {title}
        {about && <span className="text-ink-soft"> · {about}</span>}
      </span>
      {amount != null && (
        <span className="shrink-0 text-sm tabular-nums" translate="no">
          {formatRupees(amount)}
        </span>
      )}
      {badge && <Badge className="shrink-0 max-sm:hidden">{badge}</Badge>}
    </>
  )
}
