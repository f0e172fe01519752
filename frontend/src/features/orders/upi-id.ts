/** The server's rule: a name, "@", and the handle of a bank or an app. */
const UPI_ID = /^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.-]{1,63}$/

export const isUpiId = (text: string) => UPI_ID.test(text)
