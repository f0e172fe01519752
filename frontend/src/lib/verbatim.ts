/**
 * The `translate` attribute of an element with this text alone: no browser may translate an amount, a number, an id or
 * an address, which are one word with a digit or an @ in it.
 */
export const verbatim = (text: unknown) =>
  typeof text === "string" && /^\S*[\d@]\S*$/.test(text) ? ("no" as const) : undefined
