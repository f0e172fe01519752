import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate, useParams } from "react-router-dom"
import { Button } from "@/components/button"
import { BackLink } from "@/features/admin/shared/back-link"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { formatCount, useLabels } from "@/features/admin/shared/labels"
import { pagesOnly, useListFilters } from "@/features/admin/shared/list-filters"
import { FetchedPage } from "@/features/admin/shared/load-problem"
import { orderAddress } from "@/features/admin/shared/record-address"
import { sendForMessage } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { StatCard } from "@/features/admin/shared/stat-card"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { Paged } from "@/features/admin/shared/table/paged"
import { TextLink } from "@/features/admin/shared/text-link"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { useAction } from "@/lib/use-action"
import { useMay } from "@/stores/session"
import { DiscountDialog } from "./discount-dialog"
import { type AdminDiscount, discountOrdersQuery, discountQuery, discountsKey } from "./queries"
import { DiscountBadge, useDatesText, useRuleText } from "./status"
import { UsesChart } from "./uses-chart"

/** One discount code: its rule, its figures, its orders. */
export function Component() {
  const { code = "" } = useParams()
  const { t } = useTranslation("discounts")
  const { query } = useListQuery(discountQuery(code), discountsKey, "staff:discounts")
  const seesOrders = useMay("orders:read")
  return (
    <FetchedPage query={query} title={t("title")} loading={t("loading")} failed={t("failed")}>
      {(data) => (
        <>
          <BackLink to="/admin/discounts">{t("back")}</BackLink>
          <Head code={data.discount} />
          <Figures code={data.discount} />
          <div className="mt-5 space-y-6">
            <UsesChart days={data.chart} />
            {seesOrders && <Orders code={data.discount.code} />}
          </div>
        </>
      )}
    </FetchedPage>
  )
}

function Head({ code }: { code: AdminDiscount }) {
  const { t } = useTranslation("discounts")
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const navigate = useNavigate()
  const path = { code: code.code }
  const isArchived = code.status === "archived"
  const act = useAction({
    act: (verb: "archive" | "restore" | "switch") =>
      verb === "switch"
        ? sendForMessage("post", "/api/admin/discounts/{code}/active", {
            path,
            body: { isActive: !code.isActive },
          })
        : sendForMessage("post", `/api/admin/discounts/{code}/${verb}`, { path }),
    undo: ({ data: { discount } }, verb) => {
      const body = { version: discount.version }
      return verb === "restore"
        ? null
        : () => sendForMessage("post", "/api/admin/discounts/{code}/undo", { path, body })
    },
    renews: [discountsKey],
    failed: t("saveFailed"),
  })
  return (
    <>
      <ListHead title={code.code}>
        <Button
          variant="secondary"
          size="sm"
          busy={act.isPending}
          onClick={() => act.mutate(isArchived ? "restore" : "switch")}
        >
          {isArchived ? t("restore") : code.isActive ? t("switchOff") : t("switchOn")}
        </Button>
        {isArchived ? (
          <Button variant="quiet" size="sm" onClick={() => setRemoving(true)}>
            {t("remove")}
          </Button>
        ) : (
          <>
            <Button
              variant="secondary"
              size="sm"
              disabled={act.isPending}
              onClick={() => act.mutate("archive")}
            >
              {t("archive")}
            </Button>
            <Button size="sm" onClick={() => setEditing(true)}>
              {t("edit")}
            </Button>
          </>
        )}
      </ListHead>
      <DiscountDialog editing={editing ? code : null} onClose={() => setEditing(false)} />
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t("removeTitle", { code: code.code })}
        description={t("removeText")}
        verb={t("remove")}
        act={() => sendForMessage("delete", "/api/admin/discounts/{code}", { path })}
        onDone={({ data }, _, client) =>
          data.isArchived
            ? client.invalidateQueries({ queryKey: discountsKey })
            : navigate("/admin/discounts")
        }
        failed={t("saveFailed")}
      />
    </>
  )
}

function Figures({ code }: { code: AdminDiscount }) {
  const { t } = useTranslation("discounts")
  const { takes, conditions } = useRuleText()(code)
  const dates = useDatesText()(code)
  const cards = [
    {
      label: t("columns.uses"),
      value: formatCount(code.uses),
      note: code.limit === null ? t("noLimit") : t("ofLimit", { limit: formatCount(code.limit) }),
    },
    code.orders !== null && { label: t("columns.orders"), value: formatCount(code.orders), note: t("paid") },
    code.revenue !== null && { label: t("columns.revenue"), value: formatRupees(code.revenue) },
    code.discountGiven !== null && { label: t("columns.given"), value: formatRupees(code.discountGiven) },
  ].filter((card) => card !== false)
  return (
    <>
      <div className="mt-3 space-y-1 text-sm tabular-nums">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <DiscountBadge status={code.status} />
          <span>{t("rule.takes", { takes })}</span>
          {conditions.length > 0 && <span className="text-ink-soft">{conditions.join(" · ")}</span>}
        </p>
        <p className="text-ink-soft">
          {t("columns.dates")}: {dates.join(" · ")}
        </p>
        {code.note && <p className="text-ink-soft">{code.note}</p>}
        {code.editedBy && <p className="text-ink-soft text-xs">{t("editedBy", { name: code.editedBy })}</p>}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </dl>
    </>
  )
}

function Orders({ code }: { code: string }) {
  const { t } = useTranslation("discounts")
  const labels = useLabels()
  const { filters, addressOf } = useListFilters(pagesOnly)
  const orders = useQuery(discountOrdersQuery(code, filters.page))
  const cells = {
    order: ({ orderId }) => (
      <TextLink to={orderAddress(orderId)} translate="no">
        {orderId}
      </TextLink>
    ),
    placed: ({ createdAt }) => <StaffTime at={createdAt} className="tabular-nums" />,
    status: ({ status }) => labels.orderStatus(status),
    payment: ({ paymentStatus }) => labels.orderPayment(paymentStatus),
    discount: ({ discount }) => formatRupees(discount),
    total: ({ totalAmount }) => formatRupees(totalAmount),
  } satisfies Cells<Schemas["AdminOrder"]>
  return (
    <section aria-label={t("orders.title")}>
      <h2 className="mb-3 text-xl">{t("orders.title")}</h2>
      <Loaded query={orders} loading={t("orders.loading")} failed={t("orders.failed")}>
        {({ orders: rows, pagination }) => (
          <Paged
            shown={rows.length}
            empty={{ title: t("orders.empty") }}
            pages={{ ...pagination, hrefFor: (page) => addressOf({ page }) }}
          >
            <DataTable
              label={t("orders.title")}
              cells={cells}
              title={(name) => t(name === "status" ? "columns.status" : `orders.${name}`)}
              right={["discount", "total"]}
              rows={rows}
              keyOf={({ orderId }) => orderId}
            />
          </Paged>
        )}
      </Loaded>
    </section>
  )
}
