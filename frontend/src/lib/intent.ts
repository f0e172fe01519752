import { ApiError, newIdempotencyKey } from "./api"
import { tabStorage } from "./storage"
import { z } from "./zod"

/** A sent action whose outcome this tab does not know yet. */
const intent = z.object({
  key: z.string().min(1).max(255),
  /** The request body, for a form that restores it. */
  body: z.string(),
})
type Intent = z.infer<typeof intent>

const nameOf = (name: string) => `intent:${name}`

/** Session storage is untrusted input: invalid data counts as absent. */
export const openIntent = (name: string): Intent | null =>
  intent.safeParse(tabStorage.getRecord(nameOf(name))).data ?? null

export const closeIntent = (name: string) => tabStorage.removeItem(nameOf(name))

/**
 * Send an action idempotently, however often its button is pressed.
 *
 * The idempotency key is kept over retries, closed dialogs and reloads until a response tells the outcome. A 4xx
 * tells it, too, unless the outcome of an earlier attempt is still unknown.
 */
export async function once<T>(name: string, send: (key: string) => Promise<T>, body = ""): Promise<T> {
  const earlier = openIntent(name)
  const key = earlier?.key ?? newIdempotencyKey()
  tabStorage.setItem(nameOf(name), JSON.stringify({ key, body } satisfies Intent))
  try {
    const answer = await send(key)
    closeIntent(name)
    return answer
  } catch (error) {
    if (error instanceof ApiError) {
      const refused = error.status >= 400 && error.status < 500
      // The earlier attempt succeeded with another body: the next attempt gets a new key.
      if (error.code === "IDEMPOTENCY_MISMATCH" || (refused && earlier === null)) closeIntent(name)
    }
    throw error
  }
}
