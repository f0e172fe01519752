/** A state that counts its changes; the greater version is the newer one. */
export type Versioned = { version: number }

/**
 * Return whichever of two states is newer, the incoming one when they are level.
 *
 * Pushes and answers may overtake each other, so every state of a row passes here before it is shown.
 * Level versions take the incoming state: it is the same row, perhaps in another language.
 */
export function newest<T extends Versioned>(held: T | undefined, incoming: T): T {
  return held !== undefined && held.version > incoming.version ? held : incoming
}

/**
 * Query option that applies `newest` to every answer a query gets.
 *
 * TanStack Query types this hook as unknown; it is only ever called with states of the same query.
 */
export const keepNewest = (held: unknown, incoming: unknown): unknown =>
  newest(held as Versioned | undefined, incoming as Versioned)
