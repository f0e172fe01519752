import { type TextKey, useTranslation } from "@/i18n"
import { byRashi, type Cell, northCells, rashiOfHouse, southCells } from "./houses"
import type { Chart, SkyPoint } from "./queries"

const LINE = 20
const LETTERS = 5

/** The chart in the North or South Indian style; the table below has the same data as text. */
export function ChartDrawing({ chart, style }: { chart: Chart; style: "north" | "south" }) {
  const { t } = useTranslation("guidance")
  const lagna = chart.lagna?.rashi ?? null
  const rashis = byRashi(chart.lagna ? [chart.lagna, ...chart.planets] : chart.planets)
  const isNorth = style === "north"
  // Houses are counted from the lagna; without one there are none.
  if (isNorth && lagna === null) return null
  const cells = isNorth ? northCells : southCells
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-medium text-sm">{t(`chart.${style}`)}</figcaption>
      <svg
        viewBox="-1 -1 402 402"
        role="img"
        aria-label={t("chart.drawn", { style: t(`chart.${style}`) })}
        className="notranslate h-auto w-full max-w-md"
      >
        {cells.map((cell, index) => {
          const rashi = isNorth && lagna !== null ? rashiOfHouse(index + 1, lagna) : index + 1
          return <House key={cell.points} cell={cell} rashi={rashi} points={rashis[rashi - 1] ?? []} />
        })}
      </svg>
    </figure>
  )
}

function House({ cell, rashi, points }: { cell: Cell; rashi: number; points: readonly SkyPoint[] }) {
  const { t } = useTranslation("guidance")
  const lines: string[] = []
  for (let start = 0; start < points.length; start += cell.abreast) {
    lines.push(
      points
        .slice(start, start + cell.abreast)
        .map(
          ({ key, retrograde }) => t(`chart.short.${key}` as TextKey<"guidance">) + (retrograde ? "°" : ""),
        )
        .join(" "),
    )
  }
  // Centre the number and the lines below it as one block; SVG text is placed by its baseline.
  const top = cell.y - (lines.length * LINE) / 2 + LETTERS
  return (
    <g>
      <polygon points={cell.points} className="fill-paper stroke-gold" strokeWidth="1.5" />
      <text x={cell.x} y={top} textAnchor="middle" className="fill-ink-soft text-xs tabular-nums">
        {rashi}
      </text>
      {lines.map((line, index) => (
        <text
          key={line}
          x={cell.x}
          y={top + (index + 1) * LINE}
          textAnchor="middle"
          className="fill-ink font-medium text-sm"
        >
          {line}
        </text>
      ))}
    </g>
  )
}
