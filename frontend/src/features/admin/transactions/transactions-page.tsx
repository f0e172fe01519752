import { useState } from "react"
import { SectionBoundary } from "@/components/section-boundary"
import { ExportButton } from "@/features/admin/exports/export-button"
import { RefundDialog } from "@/features/admin/refunds/refund-dialog"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { DataTable } from "@/features/admin/shared/table/data-table"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { Figures } from "./figures"
import { FilterPanel } from "./filter-panel"
import { HealthPanel } from "./health-panel"
import { useTransactionColumns } from "./transaction-columns"
import { TransactionDialog } from "./transaction-dialog"
import { exportFilters, transactionFilters } from "./transaction-filters"
import { useTransactions } from "./use-transactions"

export function Component() {
  const { t } = useTranslation("admin")
  const { filters } = useListFilters(transactionFilters)
  const { query, statistics, renew, rows, found, waiting, pagination, isNew, admit, holdWhileHovered } =
    useTransactions(filters)
  const shown = query.data
  const [refunding, setRefunding] = useState<string | null>(null)
  const { opened, open, linkTo, close } = useOpened("transaction")
  const cells = useTransactionColumns(linkTo, setRefunding)
  useExactHit(
    filters.search,
    found?.map(({ transactionId, orderId }) => ({ id: transactionId, numbers: [transactionId, orderId] })),
    open,
  )
  return (
    <>
      <ListPage
        title={t("transactions.title")}
        actions={<ExportButton kind="transactions" filters={exportFilters(filters)} />}
        list={transactionFilters}
        query={query}
        renew={renew}
        loading={t("transactions.loading")}
        failed={t("transactions.failed")}
        tools={
          <>
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
            <FilterPanel />
          </>
        }
        waiting={{
          count: waiting,
          label: t("transactions.waiting", { count: waiting }),
          action: t("transactions.waitingShow", { count: waiting }),
          onShow: admit,
          ref: holdWhileHovered,
        }}
        region={t("transactions.region")}
        shown={rows.length}
        empty={{
          title: t("transactions.empty"),
          text: shown?.filtered ? t("transactions.emptyText") : t("transactions.emptyAll"),
        }}
        pagination={pagination}
      >
        <DataTable
          label={t("transactions.region")}
          cells={cells}
          title={(name) => t(`columns.${name}`)}
          right={["amount"]}
          card={["transaction", "amount", "customer", "status", "method", "date"]}
          wide
          rows={rows}
          keyOf={({ _id }) => _id}
          versionOf={({ version }) => version}
          isNew={isNew}
        />
      </ListPage>
      <RefundDialog transactionId={refunding} onClose={() => setRefunding(null)} />
      <TransactionDialog transactionId={opened} onClose={close} />
    </>
  )
}
