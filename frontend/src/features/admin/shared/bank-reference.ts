export const MAX_REFERENCE = 30

/** A bank's reference of a transfer (UTR), by the server's rule. */
const REFERENCE = /^[A-Za-z0-9/-]{6,30}$/

export const isBankReference = (text: string) => REFERENCE.test(text)
