/** A state with a version that grows with every change. */
export type Versioned = { version: number }

/**
 * Return the newer of two states, the incoming one if their versions are equal.
 *
 * Pushes and responses may overtake each other, so every state is compared here before it is shown. With equal
 * versions it is the same state, perhaps in another language.
 */
export function newest<T extends Versioned>(held: T | undefined, incoming: T): T {
  return held !== undefined && held.version > incoming.version ? held : incoming
}

/**
 * Query option that applies `newest` to every response of a query.
 *
 * TanStack Query types this hook as unknown; it is only ever called with states of the same query.
 */
export const keepNewest = (held: unknown, incoming: unknown): unknown =>
  newest(held as Versioned | undefined, incoming as Versioned)
