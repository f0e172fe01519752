/** An access token as the server gives it. */
export type Granted = { token: string; expiresIn: number }

/** Renewed that long before it expires, so that it is still good when a call arrives. */
const MARGIN_MS = 30_000

/**
 * The access token of a session: in memory alone, and renewed only when a call needs one, as a page that nobody
 * uses must not keep asking. Calls that need it at once share one exchange.
 */
export class Access {
  private held: { token: string; until: number } | null = null
  /** All tokens of the current login: a call made in an earlier one must not be repeated in it. */
  private readonly given = new Set<string>()
  private renewing: Promise<string | null> | null = null

  /** `exchange` asks the server for a token; null when the session has ended. */
  constructor(private readonly exchange: () => Promise<Granted | null>) {}

  /** Go over to another session: a new one with its first token, or one whose token is yet to be asked for. */
  begin(granted: Granted | null) {
    this.given.clear()
    this.renewing = null
    this.held = null
    if (granted) this.keep(granted, Date.now())
  }

  /** Whether the token belongs to the current login. */
  isOurs(token: string): boolean {
    return this.given.has(token)
  }

  /** A token that is good now; null when the session has ended. */
  async token(): Promise<string | null> {
    return this.held && Date.now() < this.held.until ? this.held.token : this.renew()
  }

  /** A token in the place of one that the server refused; null when its session has ended. */
  async renewed(refused: string): Promise<string | null> {
    if (!this.isOurs(refused)) return null
    if (this.held?.token === refused) this.held = null
    return this.token()
  }

  private renew(): Promise<string | null> {
    if (this.renewing) return this.renewing
    const askedAt = Date.now()
    const renewing = this.exchange()
      .then((granted) => {
        // Another session has begun meanwhile.
        if (this.renewing !== renewing || !granted) return null
        this.keep(granted, askedAt)
        return granted.token
      })
      .finally(() => {
        if (this.renewing === renewing) this.renewing = null
      })
    this.renewing = renewing
    return renewing
  }

  private keep({ token, expiresIn }: Granted, since: number) {
    this.given.add(token)
    this.held = { token, until: since + expiresIn * 1000 - MARGIN_MS }
  }
}
