/** After so many "not found" answers the payment counts as unknown. */
export const UNKNOWN_LIMIT = 10

const FIRST_MS = 5_000
const AFTER_UNKNOWN_MS = 3_000
const MAX_MS = 60_000
/** Polls without back-off: the first minute, in which most payments end. */
const EVEN_TRIES = 12
const GROWTH = 1.5

/**
 * Delay before the next poll while the live link is down: constant at first, then with back-off.
 *
 * `chance` (0 to 1), drawn once per page, is the jitter: pages that lost their link together must not poll
 * together.
 */
export function pollDelayMs({
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
  // The jitter only lengthens: 5 s and 3 s are the minimum.
  return Math.round(wait * (1 + 0.2 * chance))
}
