import { useEffect, useState } from "react"
import { watchTopic } from "./live"

/** Parts of the shop that a visitor can be in; the server counts the page in the furthest one alone. */
export type Place = "browsing" | "product" | "cart" | "checkout" | "paying" | "ordered"

/** The steps of the day's funnel: whoever comes to one has come past those before it. */
const steps: readonly Place[] = ["browsing", "product", "cart", "checkout", "ordered"]

/** Delay before a page is counted: visitors who leave at once are not, and the first requests are not slowed down. */
const STAYS_MS = 3_000
/** A page in the background counts a while longer: somebody pays in another app, or compares in another tab. */
const HIDDEN_MS = 60_000

/**
 * The Indian day (as the server writes it) on which this page was counted in a place. Only in memory: nothing is stored
 * in the browser for it, so that a page loaded anew is another visit.
 */
const counted = new Map<Place, number>()

/** The place that a path shows besides the shop as a whole. */
export function placeAt(pathname: string): Place | null {
  if (/^\/products?\/./.test(pathname)) return "product"
  if (pathname === "/cart") return "cart"
  return pathname === "/checkout" ? "checkout" : null
}

/** Pages of the shop, as opposed to those of staff and the big screen on the wall. */
export const isShopPage = (pathname: string) => !/^\/(admin|wall)(\/|$)/.test(pathname)

/** Have the page counted, without a name, as one that is in this place; null while it is in none. */
export function useVisit(place: Place | null) {
  const isSeen = useSeen()
  useEffect(() => {
    if (place === null || !isSeen || savesData()) return
    let leave = () => {}
    const timer = window.setTimeout(() => {
      leave = enter(place)
    }, STAYS_MS)
    return () => {
      window.clearTimeout(timer)
      leave()
    }
  }, [place, isSeen])
}

/** Watch the topics of the place and of the steps before it, which are counted once for a page. */
export function enter(place: Place) {
  const passed = steps.includes(place) ? steps.slice(0, steps.indexOf(place) + 1) : [place]
  const leaves = passed.map(watch)
  return () => {
    for (const leave of leaves) leave()
  }
}

/** Watch the topic of one place. Nothing on the page depends on it: the state of the link is not shown for it. */
const watch = (place: Place) =>
  watchTopic(`visit:${place}`, undefined, {
    held: () => counted.get(place) ?? null,
    receive: (_, day) => counted.set(place, day),
    followed() {},
    ended() {},
  })

/** Return true while the page is in the foreground, and for a moment after. */
function useSeen(): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    let timer: number | undefined
    const look = () => {
      window.clearTimeout(timer)
      if (document.visibilityState === "visible") setSeen(true)
      else timer = window.setTimeout(() => setSeen(false), HIDDEN_MS)
    }
    look()
    document.addEventListener("visibilitychange", look)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])
  return isSeen
}

type Connection = { saveData?: boolean }

/** Return true when the browser asks for less traffic: then no connection is opened for the count. */
export const savesData = () =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true
