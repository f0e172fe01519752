import { useEffect, useState } from "react"

/** The server says something every ten seconds, changed or not: three times that is silence. */
const SILENT_MS = 30_000

/** Return true when nothing has been received since `at` (milliseconds) for so long that it may be out of date. */
export function useOutOfDate(at: number): boolean {
  const [silentSince, setSilentSince] = useState<number | null>(null)
  useEffect(() => {
    const timer = window.setTimeout(() => setSilentSince(at), SILENT_MS - (Date.now() - at))
    return () => window.clearTimeout(timer)
  }, [at])
  return at > 0 && silentSince === at
}
