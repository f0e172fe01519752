import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { SectionBoundary } from "@/components/section-boundary"
import { ExportButton } from "@/features/admin/exports/export-button"
import { RefundDialog } from "@/features/admin/refunds/refund-dialog"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { NewRowsButton } from "@/features/admin/shared/table/new-rows-button"
import { Paged } from "@/features/admin/shared/table/paged"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { useLast } from "@/lib/use-last"
import { Figures } from "./figures"
import { FilterPanel } from "./filter-panel"
import { HealthPanel } from "./health-panel"
import { TransactionDialog } from "./transaction-dialog"
import { exportFilters, type TransactionFilters, transactionFilters } from "./transaction-filters"
import { TransactionRows } from "./transaction-rows"
import { useTransactions } from "./use-transactions"

export function Component() {
  const { t } = useTranslation("admin")
  const { filters, change } = useListFilters(transactionFilters)
  const board = useTransactions(filters)
  const { query, statistics, renew } = board
  const shown = query.data
  return (
    <>
      <ListHead
        title={t("transactions.title")}
        refresh={{ label: t("transactions.refresh"), busy: query.isFetching, onPress: renew }}
      >
        <ExportButton kind="transactions" filters={exportFilters(filters)} />
      </ListHead>
      <div className="mt-3 space-y-3">
        {shown && statistics && (
          <Figures
            // Other filters are other figures: a new key avoids the highlight of a change.
            key={`${transactionFilters.write({ ...shown.filters, page: 1 })}`}
            statistics={statistics}
            filtered={shown.filtered}
          />
        )}
        <SectionBoundary>
          <HealthPanel />
        </SectionBoundary>
        <FilterPanel filters={filters} onChange={change} onClear={() => change(transactionFilters.none)} />
        <Loaded query={query} loading={t("transactions.loading")} failed={t("transactions.failed")}>
          {(page) => <Rows page={page} filters={filters} board={board} />}
        </Loaded>
      </div>
      <Opened />
    </>
  )
}

type Board = ReturnType<typeof useTransactions>
type RowsProps = { page: NonNullable<Board["query"]["data"]>; filters: TransactionFilters; board: Board }

function Rows({
  page,
  filters,
  board: { query, rows, waiting, pagination, isNew, admit, holdWhileHovered },
}: RowsProps) {
  const { t } = useTranslation("admin")
  const navigate = useNavigate()
  const [refunding, setRefunding] = useState<string | null>(null)
  const { open: openDetails } = useOpened("transaction")
  useExactHit(
    filters.search,
    query.isPlaceholderData
      ? undefined
      : rows.map(({ transactionId, orderId }) => ({ id: transactionId, numbers: [transactionId, orderId] })),
    openDetails,
  )
  return (
    <div ref={holdWhileHovered}>
      <NewRowsButton
        count={waiting}
        label={t("transactions.waiting", { count: waiting })}
        action={t("transactions.waitingShow", { count: waiting })}
        onShow={() => {
          admit()
          if (page.pagination.page > 1) navigate("?")
        }}
      />
      <Paged
        label={t("transactions.region")}
        shown={rows.length}
        empty={{
          title: t("transactions.empty"),
          text: page.filtered ? t("transactions.emptyText") : t("transactions.emptyAll"),
        }}
        pages={
          pagination && {
            ...pagination,
            hrefFor: (other) => `?${transactionFilters.write({ ...page.filters, page: other })}`,
          }
        }
      >
        {/* A container that scrolls sideways disables the sticky table head. */}
        <div className="overflow-x-auto min-[90rem]:overflow-x-visible">
          <TransactionRows rows={rows} isNew={isNew} onRefund={setRefunding} onView={openDetails} />
        </div>
      </Paged>
      <RefundDialog transactionId={refunding} onClose={() => setRefunding(null)} />
    </div>
  )
}

/** Dialog of the transaction in the URL; Back closes it. */
function Opened() {
  const { opened: id, close } = useOpened("transaction")
  const last = useLast(id)
  if (last === null) return null
  return <TransactionDialog key={last} transactionId={last} open={id !== null} onClose={close} />
}
