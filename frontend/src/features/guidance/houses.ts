import type { SkyPoint } from "./queries"

/** Position of a house or rashi in a 400 × 400 square: its corners, and the centre of its text. */
export type Cell = {
  points: string
  x: number
  y: number
  /** Planets per line: a house is wide or tall. */
  abreast: number
}

const cell = (points: string, x: number, y: number, abreast = 2): Cell => ({ points, x, y, abreast })

/** North Indian style: the houses are fixed, the first on top, anticlockwise. */
export const northCells: readonly Cell[] = [
  cell("200,0 300,100 200,200 100,100", 200, 95),
  cell("0,0 200,0 100,100", 100, 38, 3),
  cell("0,0 100,100 0,200", 34, 100),
  cell("100,100 200,200 100,300 0,200", 100, 195),
  cell("0,200 100,300 0,400", 34, 300),
  cell("0,400 100,300 200,400", 100, 362, 3),
  cell("100,300 200,200 300,300 200,400", 200, 300),
  cell("200,400 300,300 400,400", 300, 362, 3),
  cell("400,400 300,300 400,200", 366, 300),
  cell("300,300 200,200 300,100 400,200", 300, 195),
  cell("400,200 300,100 400,0", 366, 100),
  cell("400,0 300,100 200,0", 300, 38, 3),
]

/** South Indian style: the rashis are fixed, Mesha second in the top row, clockwise. */
export const southCells: readonly Cell[] = (
  [
    [1, 0],
    [2, 0],
    [3, 0],
    [3, 1],
    [3, 2],
    [3, 3],
    [2, 3],
    [1, 3],
    [0, 3],
    [0, 2],
    [0, 1],
    [0, 0],
  ] as const
).map(([column, row]) => {
  const [left, top] = [column * 100, row * 100]
  const corners = [
    [left, top],
    [left + 100, top],
    [left + 100, top + 100],
    [left, top + 100],
  ]
  return cell(corners.map((corner) => corner.join(",")).join(" "), left + 50, top + 50)
})

/** The planets in each rashi, Mesha first; those with an unknown position are left out. */
export function byRashi(points: readonly SkyPoint[]): SkyPoint[][] {
  const found: SkyPoint[][] = Array.from({ length: 12 }, () => [])
  for (const point of points) if (point.rashi !== null) found[point.rashi - 1]?.push(point)
  return found
}

/** The rashi (1 to 12) of a house (1 to 12), the lagna's being the first. */
export const rashiOfHouse = (house: number, lagna: number) => ((lagna - 1 + house - 1) % 12) + 1
