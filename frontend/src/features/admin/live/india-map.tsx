import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { indianStates } from "@/lib/indian-states"
import type { WallView } from "./queries"
import { COLUMNS, ROWS, shadeOf, stateTiles } from "./state-tiles"

const SIZE = 10
const GAP = 0.6
const shades = ["fill-tile", "fill-accent/15", "fill-accent/35", "fill-accent/75", "fill-accent"] as const
/** From this shade on the text is light. */
const DARK = 3

/** Today's orders on a map of squares, one for each state; the table beside it says the same in words. */
export function IndiaMap({ states }: { states: WallView["states"] }) {
  const { t } = useTranslation(["liveView", "checkout"])
  const orders = new Map(states.map((row) => [row.state, row.orders]))
  const most = Math.max(0, ...indianStates.map((state) => orders.get(state) ?? 0))
  return (
    <svg
      role="img"
      aria-label={t("states.map", { count: states.filter(({ state }) => state).length })}
      viewBox={`0 0 ${COLUMNS * SIZE} ${ROWS * SIZE}`}
      className="notranslate mx-auto block w-full max-w-md [[data-wall]_&]:max-h-[68vh]"
    >
      {indianStates.map((state) => {
        const { code, column, row } = stateTiles[state]
        const count = orders.get(state) ?? 0
        const shade = shadeOf(count, most)
        const ink = shade >= DARK ? "fill-white" : count > 0 ? "fill-ink" : "fill-ink-faint"
        const middle = column * SIZE + SIZE / 2
        return (
          <g key={state} data-state={code} className="transition-[fill] motion-reduce:transition-none">
            <title>{`${t(`checkout:states.${state}`)}: ${t("orders", { count })}`}</title>
            <rect
              x={column * SIZE + GAP / 2}
              y={row * SIZE + GAP / 2}
              width={SIZE - GAP}
              height={SIZE - GAP}
              rx="0.8"
              className={shades[shade]}
            />
            <text
              x={middle}
              y={row * SIZE + (count > 0 ? 3.9 : 6)}
              textAnchor="middle"
              fontSize="2.7"
              className={ink}
            >
              {code}
            </text>
            {count > 0 && (
              <text
                x={middle}
                y={row * SIZE + 7.9}
                textAnchor="middle"
                fontSize="3.6"
                className={cx(ink, "font-medium tabular-nums")}
              >
                {count}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
