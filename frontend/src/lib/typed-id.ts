const DEVANAGARI_ZERO = 0x966

/** The text with Devanagari digits as 0 to 9. */
export const plainDigits = (text: string) =>
  text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? DEVANAGARI_ZERO) - DEVANAGARI_ZERO))

/** Normalize a typed id to its stored form: case and Devanagari digits. */
export const typedId = (text: string) => plainDigits(text).trim().toUpperCase()
