/** After so many answers "not found" we say that there is no such payment. */
export const UNKNOWN_LIMIT = 10

const FIRST_MS = 5_000
const AFTER_UNKNOWN_MS = 3_000
const MAX_MS = 60_000
/** The first minute is asked about evenly; most payments end in it. */
const EVEN_TRIES = 12
const GROWTH = 1.5

/**
 * How long to wait before asking again, while the live link is down.
 *
 * `chance` (0 to 1) is drawn once per page, so that all pages that lost their link together do not ask
 * together.
 */
export function askAgainIn({
  tries,
  unknown,
  chance,
}: {
  tries: number
  unknown: boolean
  chance: number
}): number {
  const even = unknown ? AFTER_UNKNOWN_MS : FIRST_MS
  const wait = unknown ? even : Math.min(MAX_MS, even * GROWTH ** Math.max(0, tries - EVEN_TRIES))
  // Only ever longer in the even part, so that 5 s and 3 s are never undercut.
  return Math.round(wait * (1 + 0.2 * chance))
}
