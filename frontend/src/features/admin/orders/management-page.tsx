import { RotateCw } from "lucide-react"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { EmptyState } from "@/components/empty-state"
import { PageTitle } from "@/components/page-title"
import { ExportButton } from "@/features/admin/exports/export-button"
import { formatCount } from "@/features/admin/labels"
import { Pager } from "@/features/admin/pager"
import { StatCard } from "@/features/admin/stat-card"
import { DataTable } from "@/features/admin/table/data-table"
import { Loaded } from "@/features/admin/table/states"
import { Waiting } from "@/features/admin/table/waiting"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { BulkBar } from "./bulk-bar"
import { useOpenedOrder } from "./opened-order"
import { useOrderColumns } from "./order-columns"
import { OrderDialog } from "./order-dialog"
import { OrderFilterPanel } from "./order-filter-panel"
import {
  countFilters,
  exportFilters,
  noFilters,
  type OrderFilters,
  readFilters,
  writeFilters,
} from "./order-filters"
import { type AdminOrder, PAGE_SIZE, type Summary } from "./order-queries"
import { StatusDialog } from "./status-dialog"
import { useOrders } from "./use-orders"

/** All orders with filters and figures: move many at once, decide returns, print the papers of parcels. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const { data, rows, waiting, summary, error, isFetching, awaited, renew } = useOrders(filters)
  const { opened, open, close } = useOpenedOrder()
  const mayMove = useMay("orders:write")
  const [moving, setMoving] = useState<AdminOrder | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const columns = useOrderColumns({ onView: open, onMove: setMoving })
  const filtered = countFilters(filters) > 0

  /** A changed filter starts at page 1; typing a search is one step back, not twenty. */
  function change(changed: Partial<OrderFilters>) {
    setChosen(new Set())
    setParams((now) => writeFilters({ ...readFilters(now), page: 1, ...changed }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  function choose(orderId: string, yes: boolean) {
    const now = new Set(chosen)
    if (yes) now.add(orderId)
    else now.delete(orderId)
    setChosen(now)
  }
  return (
    <>
      <PageTitle title={t("advanced.title")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t("advanced.title")}</h1>
        <div className="flex gap-3">
          <ExportButton kind="orders" filters={exportFilters(filters)} />
          <Button variant="secondary" size="sm" busy={isFetching} onClick={renew}>
            {!isFetching && <RotateCw aria-hidden="true" className="size-4" />}
            {t("refresh")}
          </Button>
        </div>
      </div>
      <div className="mt-5 space-y-4">
        {summary && (
          // Figures over other orders are other figures: no change to be marked.
          <Figures key={`${writeFilters({ ...filters, page: 1 })}`} summary={summary} filtered={filtered} />
        )}
        <OrderFilterPanel filters={filters} onChange={change} onClear={() => change(noFilters)} />
        <Loaded
          here={data !== undefined}
          awaited={awaited}
          loading={t("loading")}
          problem={{ title: t("failed"), error, retrying: isFetching, onRetry: renew }}
        >
          <Waiting count={waiting} label={t("waiting", { count: waiting })} onShow={renew} />
          {rows.length === 0 ? (
            <EmptyState title={t("empty")}>{filtered ? t("emptyText") : t("emptyAll")}</EmptyState>
          ) : (
            <div className="rounded-md border border-line bg-paper">
              <DataTable
                label={t("region")}
                columns={columns}
                rows={rows}
                keyOf={({ _id }) => _id}
                versionOf={({ version }) => version}
                choose={
                  mayMove
                    ? ({ orderId }) => (
                        <Checkbox checked={chosen.has(orderId)} onChange={(yes) => choose(orderId, yes)}>
                          <span className="sr-only">{t("row.choose", { id: orderId })}</span>
                        </Checkbox>
                      )
                    : undefined
                }
              />
            </div>
          )}
          {data && (
            <Pager
              page={data.pagination.page}
              totalPages={data.pagination.totalPages}
              total={summary?.totalOrders ?? data.pagination.total}
              pageSize={PAGE_SIZE}
              shown={rows.length}
              hrefFor={(page) => `?${writeFilters({ ...filters, page })}`}
            />
          )}
          <BulkBar
            chosen={rows.filter(({ orderId }) => chosen.has(orderId))}
            onClear={() => setChosen(new Set())}
          />
        </Loaded>
      </div>
      <StatusDialog
        // As it is by now; it may have left the page meanwhile.
        order={rows.find(({ _id }) => _id === moving?._id) ?? moving}
        onClose={() => setMoving(null)}
      />
      <OrderDialog orderId={opened} onClose={close} />
    </>
  )
}

function Figures({ summary, filtered }: { summary: Summary; filtered: boolean }) {
  const { t } = useTranslation("adminOrders")
  return (
    <section aria-label={filtered ? t("figures.filtered") : t("figures.all")}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard label={t("figures.total")} value={formatCount(summary.totalOrders)} />
        <StatCard label={t("figures.revenue")} value={formatRupees(summary.totalRevenue)} />
        <StatCard label={t("figures.pending")} value={formatCount(summary.pendingOrders)} />
        <StatCard label={t("figures.paid")} value={formatCount(summary.paidOrders)} />
      </dl>
    </section>
  )
}
