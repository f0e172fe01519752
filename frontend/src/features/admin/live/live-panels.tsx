import { useState } from "react"
import { Button } from "@/components/button"
import { Skeleton } from "@/components/skeleton"
import { FiguresSkeleton } from "@/features/admin/shared/figures-skeleton"
import { formatCount } from "@/features/admin/shared/labels"
import { FunnelSteps, LowStockPanel, Panel, ProductName, TableHead } from "@/features/admin/shared/panel"
import { StatCard } from "@/features/admin/shared/stat-card"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useTranslation } from "@/i18n"
import { isIndianState } from "@/lib/indian-states"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { IndiaMap } from "./india-map"
import type { LiveView, WallView } from "./queries"

const places = ["browsing", "product", "cart", "checkout", "paying"] as const
const steps = ["visited", "product", "cart", "checkout", "ordered"] as const
const ROWS_SHOWN = 8
const ROWS_ON_WALL = 6

/** The shape of the live view while its figures are loading. */
export const LiveSkeleton = ({ label }: { label: string }) => (
  <FiguresSkeleton label={label} cards="h-24">
    <Skeleton className="mt-4 h-112 w-full" />
  </FiguresSkeleton>
)

type PanelsProps = { view: LiveView | WallView }

/** All panels, with sums of money where the view has them. */
export function LivePanels({ view }: PanelsProps) {
  return (
    <div className="space-y-4">
      <Here view={view} />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[5fr_3fr]">
        <StatesPanel view={view} />
        <Funnel view={view} />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Top rows={view.top} />
        <LowStockPanel rows={view.lowStock} count={view.lowStockCount} />
      </div>
    </div>
  )
}

/** The same for the big screen, so that it fits one: nothing to press, no explanations. */
export function WallPanels({ view }: PanelsProps) {
  const { t } = useTranslation("liveView")
  return (
    <div className="space-y-4">
      <Here view={view} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_4fr_4fr]">
        <Panel title={t("states.title")} aside={<Sum view={view} />}>
          <div className="mt-4">
            <IndiaMap states={view.states} />
          </div>
        </Panel>
        <div className="grid grid-cols-1 gap-4">
          <Funnel view={view} />
          <Panel title={t("states.most")}>
            <div className="mt-3">
              <StatesTable view={view} shown={view.states.slice(0, ROWS_ON_WALL)} />
            </div>
          </Panel>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Top rows={view.top} plain />
          <LowStockPanel rows={view.lowStock} count={view.lowStockCount} plain />
        </div>
      </div>
    </div>
  )
}

function Here({ view: { here, openPayments } }: { view: WallView }) {
  const { t } = useTranslation("liveView")
  const all = here && places.reduce((sum, place) => sum + here[place], 0)
  const shown = (count: number | undefined | null) => (count == null ? "–" : formatCount(count))
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      <StatCard
        label={t("here.all")}
        value={shown(all)}
        note={here === null ? t("here.unknown") : all === 0 ? t("here.nobody") : undefined}
      />
      {places.map((place) => (
        <StatCard
          key={place}
          label={t(`here.${place}`)}
          value={shown(here?.[place])}
          note={place === "paying" && openPayments > 0 && t("here.open", { count: openPayments })}
        />
      ))}
    </dl>
  )
}

function StatesPanel({ view }: PanelsProps) {
  const { t } = useTranslation("liveView")
  const [all, setAll] = useState(false)
  const { states } = view
  return (
    <Panel title={t("states.title")} aside={<Sum view={view} />}>
      <div className="mt-4 grid grid-cols-1 items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div>
          <IndiaMap states={states} />
          <p className="mt-3 text-ink-soft text-xs">{t("states.note")}</p>
        </div>
        <div>
          <StatesTable view={view} shown={all ? states : states.slice(0, ROWS_SHOWN)} />
          {states.length > ROWS_SHOWN && (
            <Button
              variant="quiet"
              size="sm"
              className="-ml-3.5 mt-1"
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? t("states.fewer") : t("states.all", { count: states.length })}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** How many orders, and what they came to. */
function Sum({ view }: PanelsProps) {
  const { t } = useTranslation("liveView")
  const orders = t("orders", { count: view.funnel.paid })
  return "total" in view ? t("states.sum", { orders, total: formatRupees(view.total) }) : orders
}

function StatesTable({ view, shown }: PanelsProps & { shown: readonly WallView["states"][number][] }) {
  const { t } = useTranslation("liveView")
  if (shown.length === 0) return <p className="py-4 text-ink-soft text-sm">{t("states.none")}</p>
  return (
    <table className="w-full text-sm tabular-nums">
      <TableHead
        texts={[t("states.state")]}
        figures={[t("states.orders"), ...("total" in view ? [t("states.total")] : [])]}
      />
      <tbody>
        {shown.map((row) => (
          <StateRow key={row.state} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function StateRow({ row }: { row: { state: string; orders: number; total?: number } }) {
  const { t } = useTranslation(["liveView", "checkout"])
  const highlighted = useHighlight<HTMLTableRowElement>(row.orders)
  return (
    <tr ref={highlighted} className="border-line border-t">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal">
        {isIndianState(row.state) ? t(`checkout:states.${row.state}`) : t("states.other")}
      </th>
      <td className="py-1.5 text-right font-medium">{formatCount(row.orders)}</td>
      {row.total !== undefined && (
        <td className="py-1.5 pl-3 text-right text-ink-soft" translate="no">
          {formatRupees(row.total)}
        </td>
      )}
    </tr>
  )
}

function Funnel({ view: { funnel, visitsSince } }: { view: WallView }) {
  const { t, i18n } = useTranslation("liveView")
  const share = (part: number) => (part * 100) / Math.max(1, funnel.visited)
  return (
    <Panel
      title={t("funnel.title")}
      aside={
        visitsSince
          ? t("funnel.since", { time: formatStaffDateTime(visitsSince, i18n.language) })
          : t("funnel.noVisits")
      }
    >
      <FunnelSteps
        steps={steps.map((name) => ({
          name,
          label: t(`funnel.${name}`),
          count: funnel[name],
          percent: name === "visited" ? null : share(funnel[name]),
          share: share(funnel[name]),
        }))}
      />
      <p className="mt-3 text-sm tabular-nums">
        {t("funnel.orders", { placed: formatCount(funnel.placed), paid: formatCount(funnel.paid) })}
      </p>
      <p className="mt-3 text-ink-soft text-xs [[data-wall]_&]:hidden">{t("funnel.note")}</p>
    </Panel>
  )
}

function Top({ rows, plain = false }: { rows: WallView["top"]; plain?: boolean }) {
  const { t } = useTranslation("liveView")
  return (
    <Panel title={t("top.title")} empty={rows.length === 0 && t("top.none")}>
      <ol className="mt-2 divide-y divide-line text-sm">
        {rows.map((row) => (
          <li key={row._id} className="flex items-center justify-between gap-4 py-1.5">
            <ProductName product={row} plain={plain} />
            <span className="shrink-0 tabular-nums">{t("top.pieces", { count: row.pieces })}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The time at which what is shown was received, once it is out of date. */
export function OutOfDate({ at }: { at: number }) {
  const { t, i18n } = useTranslation("liveView")
  return <>{t("outOfDate", { time: formatStaffDateTime(new Date(at).toISOString(), i18n.language) })}</>
}
