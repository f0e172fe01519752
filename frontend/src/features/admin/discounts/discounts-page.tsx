import { useQuery } from "@tanstack/react-query"
import { Pencil, Plus } from "lucide-react"
import { useState } from "react"
import { Button, IconButton } from "@/components/button"
import { ExportButton } from "@/features/admin/exports/export-button"
import { formatCount } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { sendForMessage } from "@/features/admin/shared/send"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { FilterBar } from "@/features/admin/shared/table/filter-bar"
import { TextLink } from "@/features/admin/shared/text-link"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { useAction } from "@/lib/use-action"
import { useMay } from "@/stores/session"
import { BatchDialog } from "./batch-dialog"
import { DiscountDialog } from "./discount-dialog"
import {
  type AdminDiscount,
  batchesQuery,
  discountFilters,
  discountsKey,
  discountsQuery,
  sorts,
  statuses,
} from "./queries"
import { DiscountBadge, useDatesText, useRuleText } from "./status"

/** The list of discount codes, with their revenue and the dialogs to make and edit them. */
export function Component() {
  const { t } = useTranslation("discounts")
  const { filters } = useListFilters(discountFilters)
  const { query } = useListQuery(discountsQuery(filters), discountsKey, "staff:discounts")
  const { discounts = [], pagination } = query.data ?? {}
  const batches = useQuery(batchesQuery)
  const seesRevenue = useMay("dashboard")
  const [editing, setEditing] = useState<AdminDiscount | "new" | null>(null)
  const [generating, setGenerating] = useState(false)
  const cells = useColumns(seesRevenue, setEditing)

  const batch = batches.data?.find((each) => each.batch === filters.batch)
  const narrowed = filters.search !== "" || filters.status !== "" || filters.batch !== ""
  const { sortBy: _sort, page: _page, ...exported } = filters
  return (
    <>
      <ListPage
        title={t("title")}
        actions={
          <>
            {/* On a phone a line of their own: else the button of the views stands alone in the second. */}
            <span className="flex gap-3 max-sm:w-full">
              <ExportButton kind="discounts" filters={exported} />
              <Button variant="secondary" size="sm" onClick={() => setGenerating(true)}>
                {t("batch.open")}
              </Button>
            </span>
            <Button size="sm" onClick={() => setEditing("new")}>
              <Plus aria-hidden="true" className="size-4" />
              {t("add")}
            </Button>
          </>
        }
        list={discountFilters}
        query={query}
        loading={t("loading")}
        failed={t("failed")}
        tools={
          <>
            <FilterBar
              list={discountFilters}
              search={{ label: t("search"), hint: t("searchHint") }}
              selects={[
                {
                  name: "status",
                  label: t("columns.status"),
                  any: t("any"),
                  options: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
                },
                {
                  name: "batch",
                  label: t("batches.label"),
                  any: t("batches.none"),
                  options: [
                    { value: "all", label: t("batches.all") },
                    ...(batches.data ?? []).map(({ batch: id, example, codes, uses }) => ({
                      value: id,
                      label: t("batches.one", {
                        example,
                        codes: formatCount(codes),
                        uses: formatCount(uses),
                      }),
                      chip: `${example} …`,
                    })),
                  ],
                },
              ]}
              sort={{
                label: t("sort"),
                options: sorts
                  .filter((value) => seesRevenue || value !== "revenue")
                  .map((value) => ({ value, label: t(`sorts.${value}`) })),
              }}
            />
            {batch && <BatchBar batch={batch} />}
          </>
        }
        shown={discounts.length}
        empty={{
          title: t(narrowed ? "emptyFound" : "empty"),
          text: t(narrowed ? "emptyFoundText" : "emptyText"),
          action: !narrowed && <Button onClick={() => setEditing("new")}>{t("add")}</Button>,
        }}
        pagination={pagination}
      >
        <DataTable
          label={t("title")}
          cells={cells}
          title={(name) => t(`columns.${name}`)}
          right={["uses", "orders", "revenue", "given"]}
          rows={discounts}
          keyOf={({ code }) => code}
          versionOf={({ version, uses }) => version + uses}
        />
      </ListPage>
      <DiscountDialog editing={editing} onClose={() => setEditing(null)} />
      <BatchDialog open={generating} onClose={() => setGenerating(false)} />
    </>
  )
}

/** Above the codes of one batch: their uses, and the button that switches all of them off. */
function BatchBar({ batch }: { batch: Schemas["DiscountBatch"] }) {
  const { t } = useTranslation("discounts")
  const path = { batch: batch.batch }
  const stop = useAction({
    act: () => sendForMessage("post", "/api/admin/discount-batches/{batch}/switch-off", { path }),
    undo: ({ data: { count, version } }) =>
      count > 0
        ? () =>
            sendForMessage("post", "/api/admin/discount-batches/{batch}/undo", { path, body: { version } })
        : null,
    renews: [discountsKey],
    failed: t("saveFailed"),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-paper px-4 py-3 text-sm">
      <p className="tabular-nums">
        {t("batches.used", { uses: formatCount(batch.uses), codes: formatCount(batch.codes) })}
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={stop.isPending}
        disabled={batch.active === 0}
        onClick={() => stop.mutate()}
      >
        {t("batches.stop")}
      </Button>
    </div>
  )
}

function useColumns(seesRevenue: boolean, onEdit: (code: AdminDiscount) => void) {
  const { t } = useTranslation("discounts")
  const ruleText = useRuleText()
  const datesText = useDatesText()
  const revenue = {
    orders: ({ orders }) => formatCount(orders ?? 0),
    revenue: (code) => formatRupees(code.revenue ?? 0),
    given: ({ discountGiven }) => formatRupees(discountGiven ?? 0),
  } satisfies Cells<AdminDiscount>
  return {
    code: ({ code, note }) => (
      <>
        <TextLink to={`/admin/discounts/${encodeURIComponent(code)}`} className="font-medium" translate="no">
          {code}
        </TextLink>
        {note && <span className="block wrap-anywhere text-ink-soft text-xs">{note}</span>}
      </>
    ),
    takes: (code) => {
      const { takes, conditions } = ruleText(code)
      return (
        <>
          <span className="block tabular-nums">{takes}</span>
          <span className="block text-ink-soft text-xs tabular-nums">{conditions.join(" · ")}</span>
        </>
      )
    },
    dates: (code) =>
      datesText(code).map((text) => (
        <span key={text} className="block text-xs tabular-nums">
          {text}
        </span>
      )),
    uses: ({ uses, limit }) =>
      limit === null
        ? formatCount(uses)
        : t("usesOf", { uses: formatCount(uses), limit: formatCount(limit) }),
    ...(seesRevenue && revenue),
    status: ({ status }) => <DiscountBadge status={status} />,
    actions: (code) =>
      code.status !== "archived" && (
        <span className="-my-1.5 flex justify-end">
          <IconButton label={t("editOf", { code: code.code })} onClick={() => onEdit(code)}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      ),
  } satisfies Cells<AdminDiscount>
}
