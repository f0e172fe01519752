import { ArrowUp, RotateCw } from "lucide-react"
import { Suspense, useState } from "react"
import { useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { PageHead } from "@/components/page-head"
import { SectionBoundary } from "@/components/section-boundary"
import { Spinner } from "@/components/spinner"
import { ExportButton } from "@/features/admin/exports/export-button"
import { RefundDialog } from "@/features/admin/refunds/refund-dialog"
import { LoadProblem, RenewProblem } from "@/features/admin/shared/load-problem"
import { Pager } from "@/features/admin/shared/pager"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useStable } from "@/lib/use-stable"
import type { BoardView } from "./board"
import { Figures } from "./figures"
import { FilterPanel } from "./filter-panel"
import { HealthPanel } from "./health-panel"
import { TransactionDialog } from "./transaction-dialog"
import {
  countFilters,
  exportFilters,
  noFilters,
  PAGE_SIZE,
  readFilters,
  type TransactionFilters,
  writeFilters,
} from "./transaction-filters"
import { TransactionRows } from "./transaction-rows"
import { useBoard } from "./use-board"

/** The name of the opened transaction in the address, beside the filters. */
const OPENED = "transaction"
/** Marks the entry of the history that opening the dialog made: closing it goes back instead of adding one. */
const PUSHED = { openedHere: true }

export function Component() {
  const { t } = useTranslation("admin")
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const board = useBoard(filters)
  const { view, error, isFetching, renew } = board

  /** A changed filter starts at page 1; typing a search is one step back, not twenty. */
  function change(changed: Partial<TransactionFilters>) {
    setParams((now) => writeFilters({ ...readFilters(now), page: 1, ...changed }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const problem = { title: t("transactions.failed"), error, retrying: isFetching, onRetry: renew }

  return (
    <>
      <PageHead title={t("transactions.title")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t("transactions.title")}</h1>
        <div className="flex gap-3">
          <ExportButton kind="transactions" filters={exportFilters(filters)} />
          <Button variant="secondary" size="sm" busy={isFetching} onClick={renew}>
            {!isFetching && <RotateCw aria-hidden="true" className="size-4" />}
            {t("transactions.refresh")}
          </Button>
        </div>
      </div>
      <div className="mt-5 space-y-4">
        {view && error && <RenewProblem {...problem} />}
        {view && board.shownFilters && (
          <Figures
            // Figures over other transactions are other figures: no change to be marked.
            key={writeFilters({ ...board.shownFilters, page: 1 }).toString()}
            statistics={view.statistics}
            filtered={countFilters(board.shownFilters) > 0}
          />
        )}
        <SectionBoundary>
          <Suspense fallback={<div className="h-28" />}>
            <HealthPanel />
          </Suspense>
        </SectionBoundary>
        <FilterPanel filters={filters} onChange={change} onClear={() => change(noFilters)} />
        {view && board.shownFilters ? (
          <Rows view={view} filters={filters} shownFilters={board.shownFilters} board={board} />
        ) : error ? (
          <LoadProblem {...problem} />
        ) : (
          <p role="status" className="flex items-center justify-center gap-3 py-16 text-ink-soft">
            <Spinner /> {t("transactions.loading")}
          </p>
        )}
      </div>
      <Opened />
    </>
  )
}

type RowsProps = {
  view: BoardView
  filters: TransactionFilters
  /** What the rows belong to; differs from `filters` while their answer is awaited. */
  shownFilters: TransactionFilters
  board: Pick<ReturnType<typeof useBoard>, "admit" | "isNew">
}

function Rows({ view, filters, shownFilters, board }: RowsProps) {
  const { t } = useTranslation("admin")
  const [, setParams] = useSearchParams()
  const [refunding, setRefunding] = useState<string | null>(null)
  const awaited =
    filters !== shownFilters && writeFilters(filters).toString() !== writeFilters(shownFilters).toString()
  const filtered = countFilters(shownFilters) > 0
  const openDetails = useStable((id: string) =>
    setParams(
      (now) => {
        now.set(OPENED, id)
        return now
      },
      { preventScrollReset: true, state: PUSHED },
    ),
  )
  useExactHit(
    filters.search,
    awaited
      ? undefined
      : view.rows.map(({ transactionId, orderId }) => ({
          id: transactionId,
          numbers: [transactionId, orderId],
        })),
    openDetails,
  )
  return (
    <section aria-label={t("transactions.region")} aria-busy={awaited}>
      <Waiting count={view.waiting} page={shownFilters.page} onShow={board.admit} />
      {view.rows.length === 0 ? (
        <EmptyState title={t("transactions.empty")}>
          {filtered ? t("transactions.emptyText") : t("transactions.emptyAll")}
        </EmptyState>
      ) : (
        <div
          className={cx(
            // What scrolls sideways cannot hold its head in sight.
            "overflow-x-auto rounded-md border border-line bg-paper transition-opacity xl:overflow-x-visible",
            awaited && "opacity-60",
          )}
        >
          <TransactionRows
            rows={view.rows}
            isNew={board.isNew}
            onRefund={setRefunding}
            onView={openDetails}
          />
        </div>
      )}
      <Pager
        page={shownFilters.page}
        totalPages={view.totalPages}
        total={view.totalTransactions}
        pageSize={PAGE_SIZE}
        shown={view.rows.length}
        hrefFor={(page) => `?${writeFilters({ ...shownFilters, page })}`}
      />
      <RefundDialog transactionId={refunding} onClose={() => setRefunding(null)} />
    </section>
  )
}

type WaitingProps = { count: number; page: number; onShow: () => void }

/** How many new transactions there are that this page does not show; a press lets them in. */
function Waiting({ count, page, onShow }: WaitingProps) {
  const { t } = useTranslation("admin")
  const navigate = useNavigate()

  function show() {
    onShow()
    if (page > 1) navigate("?")
    else window.scrollTo({ top: 0, behavior: "smooth" })
  }
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && t("transactions.waiting", { count })}
      </p>
      {count > 0 && (
        <div className="pointer-events-none sticky top-20 z-20 -mb-11 flex h-11 justify-center lg:top-24">
          <button
            type="button"
            aria-label={t("transactions.waitingShow", { count })}
            onClick={show}
            className="pointer-events-auto inline-flex min-h-9 animate-fade-in items-center gap-2 self-center rounded-full bg-accent px-4 font-medium text-sm text-white shadow-float transition-colors hover:bg-accent-deep"
          >
            <ArrowUp aria-hidden="true" className="size-4" />
            {t("transactions.waiting", { count })}
          </button>
        </div>
      )}
    </>
  )
}

/** The transaction the address names, in a dialog; Back closes it. */
function Opened() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: typeof PUSHED | null }
  const navigate = useNavigate()
  const id = params.get(OPENED)
  // Kept while the dialog fades out.
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  if (last === null) return null

  function close() {
    if (state?.openedHere) navigate(-1)
    else {
      setParams(
        (now) => {
          now.delete(OPENED)
          return now
        },
        { replace: true, preventScrollReset: true },
      )
    }
  }
  return <TransactionDialog key={last} transactionId={last} open={id !== null} onClose={close} />
}
