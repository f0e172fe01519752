let over = false

/** Whether our own page stands in the place of the server's first screen, which it starts by repeating. */
export const tookOver = () => over

/** Say that it does: from now on what comes is new to the reader. */
export function markTookOver() {
  over = true
}
