const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The digits of a script follow each other from zero on. */
function decimalOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (isDigit(code - value - 1)) value++
  return String(value)
}

/** The text with the digits of other scripts, such as Devanagari's, as 0 to 9, and full-width letters as usual. */
export const plainDigits = (text: string) => text.normalize("NFKC").replace(/\p{Nd}/gu, decimalOf)

/** Normalize a typed id to its stored form: case, width and digits. */
export const typedId = (text: string) => plainDigits(text).trim().toUpperCase()

/** Return true for the id of an order, as opposed to a payment. */
export const isOrderId = (id: string) => /^AKS-/i.test(id)
