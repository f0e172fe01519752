import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatDay } from "@/lib/time"
import { verbatim } from "@/lib/verbatim"

const tick = { fill: "var(--color-ink-soft)", fontSize: 12 }

type Day = { day: string }

type DayChartProps<D extends Day> = {
  days: readonly D[]
  /** The field that the bars show. */
  field: keyof D & string
  color: "accent" | "gold"
  axisWidth: number
  ticks: number
  maxBarSize?: number
  /** Format a value of the axis; without it the axis has whole numbers. */
  format?: (value: number) => string
  /** Charts with the same id highlight the same day. */
  syncId?: string
  /** Leave out the names of the days, which a chart below has. */
  hideDays?: boolean
  /** Lines of a day's tooltip; without them there is none. */
  tooltip?: (day: D) => readonly string[]
}

/** One bar per day. Bars are not animated when figures change live. */
export function DayChart<D extends Day>({ days, field, color, axisWidth, ticks, ...rest }: DayChartProps<D>) {
  const { i18n } = useTranslation()
  const { maxBarSize, format, syncId, hideDays = false, tooltip } = rest
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...days]}
        syncId={syncId}
        barCategoryGap="22%"
        accessibilityLayer={false}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      >
        {hideDays && <CartesianGrid vertical={false} stroke="var(--color-line)" />}
        <XAxis
          dataKey="day"
          hide={hideDays}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line-strong)" }}
          tickFormatter={(value: string) => formatDay(value, i18n.language)}
          minTickGap={24}
        />
        <YAxis
          width={axisWidth}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={format !== undefined}
          tickCount={ticks}
          {...(format && { tickFormatter: format })}
        />
        <Tooltip
          cursor={{ fill: "var(--color-tile)" }}
          content={(props) => tooltip && <DayTooltip {...props} lines={tooltip} />}
        />
        <Bar
          dataKey={(day: D) => day[field]}
          fill={`var(--color-${color})`}
          radius={[2, 2, 0, 0]}
          maxBarSize={maxBarSize}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

type DayTooltipProps<D> = TooltipContentProps & { lines: (day: D) => readonly string[] }

function DayTooltip<D extends Day>({ active, payload, lines }: DayTooltipProps<D>) {
  const { i18n } = useTranslation()
  // The payload is one of our data points.
  const point = payload?.[0]?.payload as D | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-sm border border-line bg-paper px-3 py-2 text-sm tabular-nums shadow-float">
      <p className="font-medium">{formatDay(point.day, i18n.language)}</p>
      {lines(point).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

type DayTableProps<D extends Day> = {
  title: string
  /** Accessible name of the scrolling region. */
  label: string
  /** In place of the chart; otherwise for screen readers alone. */
  shown: boolean
  days: readonly D[]
  dayTitle: string
  columns: readonly { title: string; cell: (day: D) => string; total?: string }[]
  totalTitle?: string
}

/** The figures of a chart as a table, the newest day first. */
export function DayTable<D extends Day>({ title, label, shown, days, ...rest }: DayTableProps<D>) {
  const { i18n } = useTranslation()
  const { dayTitle, columns, totalTitle } = rest
  const head = "sticky top-0 bg-paper py-2 font-medium text-ink-soft"
  return (
    <section
      aria-label={label}
      tabIndex={shown ? 0 : undefined}
      className={shown ? "mt-4 max-h-96 overflow-y-auto" : "sr-only"}
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(head, "text-left")}>
              {dayTitle}
            </th>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={cx(head, "text-right")}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((row) => (
            <tr key={row.day} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal">
                <time dateTime={row.day}>{formatDay(row.day, i18n.language)}</time>
              </th>
              {columns.map((column) => (
                <td key={column.title} className="py-1.5 text-right" translate={verbatim(column.cell(row))}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totalTitle && (
          <tfoot>
            <tr className="border-line-strong border-t font-medium">
              <th scope="row" className="py-2 text-left">
                {totalTitle}
              </th>
              {columns.map((column) => (
                <td key={column.title} className="py-2 text-right" translate={verbatim(column.total)}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
