/** An access token as issued by the server. */
export type Granted = { token: string; expiresIn: number }

/** Renewed this long before it expires, so that it is still valid when the request arrives. */
const MARGIN_MS = 30_000

/**
 * The access token of a session: in memory only, and renewed on demand, so that an idle page sends no requests.
 * Renewal is single flight: concurrent calls share one exchange.
 */
export class AccessTokenStore {
  private held: { token: string; until: number } | null = null
  /** All tokens of the current session: a request of an earlier session must not be retried in it. */
  private readonly given = new Set<string>()
  private renewing: Promise<string | null> | null = null

  /** `exchange` requests a token from the server; null when the session has ended. */
  constructor(private readonly exchange: () => Promise<Granted | null>) {}

  /** Switch to another session, with its first token if it is known. */
  begin(granted: Granted | null) {
    this.given.clear()
    this.renewing = null
    this.held = null
    if (granted) this.replace(granted)
  }

  /** Hold another token of the current login; calls that were sent with an earlier one may be retried with it. */
  replace({ token, expiresIn }: Granted, since = Date.now()) {
    this.given.add(token)
    this.held = { token, until: since + expiresIn * 1000 - MARGIN_MS }
  }

  /** Return true when the token belongs to the current session. */
  isOurs(token: string): boolean {
    return this.given.has(token)
  }

  /** Return a valid token; null when the session has ended. */
  async token(): Promise<string | null> {
    return this.held && Date.now() < this.held.until ? this.held.token : this.renew()
  }

  /** Return a replacement for a token that the server rejected; null when its session has ended. */
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
        // Another session has begun in the meantime.
        if (this.renewing !== renewing || !granted) return null
        this.replace(granted, askedAt)
        return granted.token
      })
      .finally(() => {
        if (this.renewing === renewing) this.renewing = null
      })
    this.renewing = renewing
    return renewing
  }
}
