import { useEffect, useEffectEvent } from "react"

const BEAT_MS = 5_000
/** Timers of a shown page come within this; a longer gap was a sleep. */
const SLEPT_MS = 20_000

/**
 * Call back when the page wakes: shown again, thawed, taken out of the browser's memory, back on the network, or
 * with its clock far ahead, as after a laptop's lid was closed. What it shows may then be long out of date, and the
 * link that should say so may be dead without knowing it.
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
