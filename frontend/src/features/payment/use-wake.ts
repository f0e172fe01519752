import { useEffect, useEffectEvent } from "react"

const BEAT_MS = 5_000
/** Timers of a visible page run within this; a longer gap was a sleep. */
const SLEPT_MS = 20_000

/**
 * Call back when the page wakes: visible again, resumed, restored from the back/forward cache, back online, or
 * with its clock far ahead, as after a laptop's sleep. What it shows may then be stale, and the live link may be
 * dead without having noticed.
 */
export function useWake(onWake: () => void) {
  const wake = useEffectEvent(onWake)
  useEffect(() => {
    let last = Date.now()
    const woken = () => {
      last = Date.now()
      if (document.visibilityState === "visible") wake()
    }
    const beat = window.setInterval(() => {
      const gap = Date.now() - last
      last = Date.now()
      if (gap > SLEPT_MS) woken()
    }, BEAT_MS)
    const shown = (event: PageTransitionEvent) => event.persisted && woken()
    document.addEventListener("visibilitychange", woken)
    document.addEventListener("resume", woken)
    window.addEventListener("pageshow", shown)
    window.addEventListener("online", woken)
    return () => {
      window.clearInterval(beat)
      document.removeEventListener("visibilitychange", woken)
      document.removeEventListener("resume", woken)
      window.removeEventListener("pageshow", shown)
      window.removeEventListener("online", woken)
    }
  }, [])
}
