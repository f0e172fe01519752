import { useQuery, useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import type { FormEvent } from "react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { TextField } from "@/components/field"
import { Link } from "@/components/link"
import { PageHead } from "@/components/page-head"
import { Spinner } from "@/components/spinner"
import { formatCount, useLabels } from "@/features/admin/shared/labels"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { Pager } from "@/features/admin/shared/pager"
import { readPage } from "@/features/admin/shared/read-page"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatStaffDateTime } from "@/lib/staff-time"
import { MessageDialog } from "./message-dialog"
import {
  MESSAGES_PAGE_SIZE,
  type MessageRow,
  type MessageStatus,
  messageStatuses,
  messagesKey,
  messagesQuery,
} from "./message-queries"
import { verdictKey } from "./verdict"

const LONGEST_SEARCH = 100

type PageState = { status?: MessageStatus; search?: string; page?: number; message?: string }

const addressOf = ({ status = "all", search = "", page = 1, message = "" }: PageState) => {
  const params = new URLSearchParams()
  if (status !== "all") params.set("stand", status)
  if (search) params.set("search", search)
  if (page > 1) params.set("page", String(page))
  if (message) params.set("message", message)
  return `?${params}`
}

/** The webhook inbox: messages from the provider or in its name, to search, read and replay. */
export function Component() {
  const { t } = useTranslation("webhooks")
  const [params, setParams] = useSearchParams()
  const status = messageStatuses.find((name) => name === params.get("stand")) ?? "all"
  const search = (params.get("search") ?? "").slice(0, LONGEST_SEARCH)
  const page = readPage(params)
  const open = params.get("message")
  const client = useQueryClient()
  const messages = useQuery(messagesQuery(status, search, page))
  const renew = () => void client.invalidateQueries({ queryKey: messagesKey })

  // A message that changes a payment publishes an event on that topic.
  useRefetchingTopic("staff:transactions", renew)

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get("search")
    setParams(addressOf({ status, search: typeof text === "string" ? text.trim() : "" }))
  }

  const problem = {
    title: t("failed"),
    error: messages.error,
    retrying: messages.isFetching,
    onRetry: () => void messages.refetch(),
  }
  return (
    <>
      <PageHead title={t("title")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t("title")}</h1>
        <Button variant="secondary" size="sm" busy={messages.isFetching} onClick={renew}>
          {!messages.isFetching && <RotateCw aria-hidden="true" className="size-4" />}
          {t("refresh")}
        </Button>
      </div>
      <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("intro")}</p>
      <StatusTabs status={status} search={search} statistics={messages.data?.statistics} />
      <search>
        <form onSubmit={find} className="mt-4 flex max-w-xl items-end gap-3">
          <TextField
            key={search}
            className="flex-1"
            label={t("search")}
            name="search"
            type="search"
            defaultValue={search}
            maxLength={LONGEST_SEARCH}
          />
          <Button type="submit" variant="secondary">
            {t("find")}
          </Button>
        </form>
      </search>
      <div className="mt-5 space-y-4">
        {messages.data && messages.error && <RenewProblem {...problem} />}
        {messages.data ? (
          <section aria-label={t("region")} aria-busy={messages.isPlaceholderData}>
            {messages.data.messages.length === 0 ? (
              <EmptyState title={t(search ? "nothingFound" : `empty.${status}`)} />
            ) : (
              <ul
                className={cx(
                  "divide-y divide-line rounded-md border border-line bg-paper transition-opacity",
                  messages.isPlaceholderData && "opacity-60",
                )}
              >
                {messages.data.messages.map((row) => (
                  <Row key={row._id} row={row} to={addressOf({ status, search, page, message: row._id })} />
                ))}
              </ul>
            )}
            <Pager
              page={page}
              totalPages={messages.data.pagination.totalPages}
              total={messages.data.pagination.total}
              pageSize={MESSAGES_PAGE_SIZE}
              shown={messages.data.messages.length}
              hrefFor={(other) => addressOf({ status, search, page: other })}
            />
          </section>
        ) : messages.error ? (
          <LoadProblem {...problem} />
        ) : (
          <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
            <Spinner /> {t("loading")}
          </p>
        )}
      </div>
      {open && <MessageDialog id={open} onClose={() => setParams(addressOf({ status, search, page }))} />}
    </>
  )
}

type StatusTabsProps = {
  status: MessageStatus
  search: string
  statistics: { waiting: number; refused: number } | undefined
}

function StatusTabs({ status, search, statistics }: StatusTabsProps) {
  const { t } = useTranslation("webhooks")
  const counts: Partial<Record<MessageStatus, number>> = { ...statistics }
  return (
    <nav aria-label={t("standsLabel")} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {messageStatuses.map((name) => (
          <li key={name}>
            <Link
              to={addressOf({ status: name, search })}
              aria-current={name === status ? "page" : undefined}
              className={cx(
                "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm transition-colors",
                name === status
                  ? "border-ink bg-ink text-ground"
                  : "border-line-strong hover:border-accent hover:text-accent",
              )}
            >
              {t(`stands.${name}`)}
              {counts[name] !== undefined && (
                <span className="tabular-nums">{formatCount(counts[name])}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({ row, to }: { row: MessageRow; to: string }) {
  const { t, i18n } = useTranslation("webhooks")
  const labels = useLabels()
  const moved = row.statusBefore !== row.statusAfter
  return (
    <li className="relative px-4 py-4 text-sm transition-colors hover:bg-ground sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="break-all text-base">
          <Link to={to} className="after:absolute after:inset-0">
            {row.event || t(verdictKey(row.verdict))}
          </Link>
        </h2>
        <time dateTime={row.receivedAt} className="text-ink-soft text-xs tabular-nums">
          {formatStaffDateTime(row.receivedAt, i18n.language)}
        </time>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        {row.reference && <span className="break-all tabular-nums">{row.reference}</span>}
        {row.orderId && <span className="tabular-nums">{row.orderId}</span>}
        {row.event && <span>{t(verdictKey(row.verdict))}</span>}
        {row.copies > 1 && <span>{t("copies", { count: row.copies })}</span>}
        {row.event && !row.handledAt && <span className="text-warning">{t("waits")}</span>}
        {moved && (
          <span>
            {t("moved", {
              before: labels.status(row.statusBefore) || "–",
              after: labels.status(row.statusAfter) || "–",
            })}
          </span>
        )}
      </p>
    </li>
  )
}
