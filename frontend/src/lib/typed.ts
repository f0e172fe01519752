const DEVANAGARI_ZERO = 0x966

/** The text with Devanagari's digits as 0 to 9. */
export const plainDigits = (text: string) =>
  text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? DEVANAGARI_ZERO) - DEVANAGARI_ZERO))

/** An id of the shop's as it is stored, whatever the case and the digits in which it was typed. */
export const typedId = (text: string) => plainDigits(text).trim().toUpperCase()
