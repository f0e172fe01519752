import { RotateCw } from "lucide-react"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { PageTitle } from "@/components/page-title"
import { ExportButton } from "@/features/admin/exports/export-button"
import { Pager } from "@/features/admin/pager"
import { DataTable } from "@/features/admin/table/data-table"
import { SearchField } from "@/features/admin/table/search-field"
import { Loaded } from "@/features/admin/table/states"
import { Waiting } from "@/features/admin/table/waiting"
import { useTranslation } from "@/i18n"
import { useOpenedOrder } from "./opened-order"
import { useOrderColumns } from "./order-columns"
import { OrderDialog } from "./order-dialog"
import { exportFilters, noFilters, readFilters, writeFilters } from "./order-filters"
import { type AdminOrder, PAGE_SIZE } from "./order-queries"
import { StatusDialog } from "./status-dialog"
import { useOrders } from "./use-orders"

/** The plain list of orders: look one up, move it along. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const [params, setParams] = useSearchParams()
  const { search, page } = readFilters(params)
  const filters = { ...noFilters, search, page }
  const { data, rows, waiting, error, isFetching, awaited, renew } = useOrders(filters)
  const { opened, open, close } = useOpenedOrder()
  const [moving, setMoving] = useState<AdminOrder | null>(null)
  const columns = useOrderColumns({ onView: open, onMove: setMoving })
  return (
    <>
      <PageTitle title={t("simple.title")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t("simple.title")}</h1>
        <div className="flex gap-3">
          <ExportButton kind="orders" filters={exportFilters(filters)} />
          <Button variant="secondary" size="sm" busy={isFetching} onClick={renew}>
            {!isFetching && <RotateCw aria-hidden="true" className="size-4" />}
            {t("refresh")}
          </Button>
        </div>
      </div>
      <SearchField
        label={t("filters.search")}
        hint={t("filters.searchHint")}
        value={search}
        className="mt-4 max-w-md"
        onSearch={(text) =>
          setParams(writeFilters({ ...noFilters, search: text }), { replace: true, preventScrollReset: true })
        }
      />
      <div className="mt-5 space-y-4">
        <Loaded
          here={data !== undefined}
          awaited={awaited}
          loading={t("loading")}
          problem={{ title: t("failed"), error, retrying: isFetching, onRetry: renew }}
        >
          <Waiting count={waiting} label={t("waiting", { count: waiting })} onShow={renew} />
          {rows.length === 0 ? (
            <EmptyState title={t("empty")}>{search ? t("emptyText") : t("emptyAll")}</EmptyState>
          ) : (
            <div className="rounded-md border border-line bg-paper">
              <DataTable
                label={t("region")}
                columns={columns}
                rows={rows}
                keyOf={({ _id }) => _id}
                versionOf={({ version }) => version}
              />
            </div>
          )}
          {data && (
            <Pager
              page={data.pagination.page}
              totalPages={data.pagination.totalPages}
              total={data.pagination.total}
              pageSize={PAGE_SIZE}
              shown={rows.length}
              hrefFor={(other) => `?${writeFilters({ ...filters, page: other })}`}
            />
          )}
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
