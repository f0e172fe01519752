import { useQuery } from "@tanstack/react-query"
import { type LucideIcon, Mail, Package, ReceiptIndianRupee, UserRound } from "lucide-react"
import { type RefObject, useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Badge } from "@/components/badge"
import { SearchBox, type SearchGroup } from "@/components/search-box"
import { Skeleton } from "@/components/skeleton"
import { TopDialog, TopDialogClose } from "@/components/top-dialog"
import { type Section, sectionsFor } from "@/features/admin/sections"
import { useLabels } from "@/features/admin/shared/labels"
import { orderAddress } from "@/features/admin/shared/record-address"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useDebounced } from "@/lib/use-debounced"
import { useUser } from "@/stores/session"
import { pagesMatching } from "./palette-results"
import { type PaletteResults, paletteQuery } from "./queries"

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
  const navigate = useNavigate()
  const rights = useUser().user?.rights ?? []
  const [text, setText] = useState("")
  const typed = text.trim()
  const asked = useDebounced(typed, PAUSE_MS)
  const { data, error, isFetching } = useQuery(paletteQuery(asked, rights))

  const found = typed !== "" && !error ? data : undefined
  const pending = typed !== "" && (typed !== asked || isFetching)
  const groups = useGroups(
    pagesMatching(sectionsFor(rights), typed, ({ name }) => t(`tabs.${name}`)),
    found,
  )
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
        <div aria-hidden="true" className="px-4 text-sm empty:hidden sm:px-6">
          {typed !== "" && error && <p className="pt-4 text-danger">{status()}</p>}
          {isNone && <p className="py-6 text-ink-soft">{status()}</p>}
          {pending && !found && !error && (
            <div className="space-y-3 pt-4 pb-2">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-5 w-1/2" />
            </div>
          )}
        </div>
      }
    />
  )
}

type Hit = {
  id: string
  to: string
  icon: LucideIcon
  title: string
  about?: string
  amount?: number | null
  badge?: string | null
}

/** The pages and what was found, as groups of suggestions. */
function useGroups(pages: readonly Section[], found: PaletteResults | undefined): SearchGroup[] {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const { orders = [], transactions = [], customers = [], tickets = [] } = found ?? {}
  const hits = {
    // First: they are there at once, and what comes later does not move them.
    pages: pages.map(({ name, path, icon }) => ({
      id: `page:${name}`,
      to: path,
      icon,
      title: t(`tabs.${name}`),
    })),
    orders: orders.map(({ orderId, name, status, amount }) => ({
      id: `order:${orderId}`,
      to: orderAddress(orderId),
      icon: Package,
      title: orderId,
      about: name,
      amount,
      badge: status && labels.orderStatus(status),
    })),
    transactions: transactions.map(({ transactionId, customerName, status, amount }) => ({
      id: `transaction:${transactionId}`,
      to: `/admin/transactions?transaction=${encodeURIComponent(transactionId)}`,
      icon: ReceiptIndianRupee,
      title: transactionId,
      about: customerName,
      amount,
      badge: labels.status(status),
    })),
    customers: customers.map(({ subject, name, email }) => ({
      id: subject,
      to: `/admin/support?subject=${encodeURIComponent(subject)}`,
      icon: UserRound,
      title: name || email,
      about: name && email,
    })),
    tickets: tickets.map(({ ticketNumber, name, email }) => ({
      id: `ticket:${ticketNumber}`,
      to: `/admin/contact?ticket=${encodeURIComponent(ticketNumber)}`,
      icon: Mail,
      title: ticketNumber,
      about: name || email,
    })),
  } satisfies Record<string, Hit[]>
  return (Object.keys(hits) as (keyof typeof hits)[]).map((name) => ({
    label: t(`palette.${name}`),
    options: hits[name].map((hit) => ({ ...hit, label: hit.title, content: <Row {...hit} /> })),
  }))
}

function Row({ icon: Icon, title, about, amount, badge }: Omit<Hit, "id" | "to">) {
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
