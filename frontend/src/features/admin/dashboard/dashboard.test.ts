import { describe, expect, it } from "vitest"
import { withPushed } from "./dashboard"
import type { Dashboard } from "./queries"

function dashboard(version: number, days: Record<string, number>): Dashboard {
  const chart = Object.entries(days).map(([day, revenue]) => ({ day, revenue, orders: 1 }))
  return {
    totalUsers: version,
    totalProducts: 28,
    totalOrders: version,
    totalRevenue: 0,
    pendingPayments: 0,
    openCases: 0,
    recentOrders: [],
    chart,
    period: chart.length,
    instruments: [],
    funnel: { placed: version, paid: 0, dispatched: 0 },
    lowStockCount: 0,
    lowStock: [],
    activity: [],
    version,
  }
}

describe("a live dashboard", () => {
  it("replaces the figures and the days it knows, and leaves earlier days", () => {
    const held = dashboard(1, { "2026-11-18": 10, "2026-11-19": 20, "2026-11-20": 30 })
    const pushed = dashboard(2, { "2026-11-19": 21, "2026-11-20": 31 })

    const shown = withPushed(held, pushed)

    expect(shown.totalOrders).toBe(2)
    expect(shown.chart.map(({ revenue }) => revenue)).toEqual([10, 21, 31])
  })

  it("keeps the chosen number of days when it carries more", () => {
    const held = dashboard(1, { "2026-11-19": 20, "2026-11-20": 30 })
    const pushed = dashboard(2, { "2026-11-18": 10, "2026-11-19": 20, "2026-11-20": 35 })

    expect(withPushed(held, pushed).chart.map(({ day }) => day)).toEqual(["2026-11-19", "2026-11-20"])
  })

  it("moves the window when a new day has begun", () => {
    const held = dashboard(1, { "2026-11-19": 20, "2026-11-20": 30 })
    const pushed = dashboard(2, { "2026-11-20": 30, "2026-11-21": 5 })

    expect(withPushed(held, pushed).chart.map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-21"])
  })

  it("keeps the figures over the chosen period when it is about another one", () => {
    const held = dashboard(1, { "2026-11-19": 20, "2026-11-20": 30 })
    const pushed = dashboard(2, { "2026-11-18": 10, "2026-11-19": 20, "2026-11-20": 35 })

    const shown = withPushed(held, pushed)

    expect(shown.funnel).toEqual(held.funnel)
    expect(shown.period).toBe(2)
    expect(shown.totalOrders).toBe(2)
  })

  it("is ignored when it is older than the shown one", () => {
    const held = dashboard(2, { "2026-11-20": 31 })

    expect(withPushed(held, dashboard(1, { "2026-11-20": 30 }))).toBe(held)
  })
})
