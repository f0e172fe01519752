/** The link in our mails: its secret proves the address, like the code beside it, in any browser. */
export type MailLink = { email: string; code: string }

/** Read the link from the fragment of the page's address, which browsers do not send; null when there is none. */
export function mailLink(hash: string): MailLink | null {
  const fields = new URLSearchParams(hash.slice(1))
  const email = fields.get("email")
  const code = fields.get("code")
  return email && code ? { email, code } : null
}
