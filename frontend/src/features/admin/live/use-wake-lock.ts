import { useEffect } from "react"

/**
 * Keep the screen on while the page is in the foreground, where the browser can.
 *
 * The lock ends by itself whenever the page is hidden; a battery that runs low may refuse it.
 */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let left = false
    const hold = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      try {
        const held = await navigator.wakeLock.request("screen")
        if (left) void held.release()
        else lock = held
      } catch {
        lock = null
      }
    }
    void hold()
    document.addEventListener("visibilitychange", hold)
    return () => {
      left = true
      document.removeEventListener("visibilitychange", hold)
      void lock?.release()
    }
  }, [])
}
