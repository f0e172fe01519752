export const MAX_REFERENCE = 30

/** The server's rule of what a bank finds a transfer by (UTR). */
const REFERENCE = /^[A-Za-z0-9/-]{6,30}$/

export const isBankReference = (text: string) => REFERENCE.test(text)
