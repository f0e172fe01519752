import { ApiError, newIdempotencyKey } from "./api"
import { z } from "./zod"

/** An action that was sent and whose outcome this tab does not know yet. */
const intent = z.object({
  key: z.string().min(1).max(255),
  /** What was sent, written out, for a form that shows it again. */
  body: z.string(),
})
type Intent = z.infer<typeof intent>

const nameOf = (name: string) => `intent:${name}`

/** The tab's storage is anybody's to write: what does not look like ours counts as nothing. */
export function openIntent(name: string): Intent | null {
  try {
    return intent.parse(JSON.parse(sessionStorage.getItem(nameOf(name)) ?? "null"))
  } catch {
    return null
  }
}

export const closeIntent = (name: string) => sessionStorage.removeItem(nameOf(name))

/**
 * Send an action idempotently, however often it is pressed.
 *
 * The key belongs to the intent: it is kept over retries, closed dialogs and reloads until an answer says what became
 * of it. A refusal says so too, unless the answer to an earlier try is still unknown.
 */
export async function once<T>(name: string, send: (key: string) => Promise<T>, body = ""): Promise<T> {
  const earlier = openIntent(name)
  const key = earlier?.key ?? newIdempotencyKey()
  sessionStorage.setItem(nameOf(name), JSON.stringify({ key, body } satisfies Intent))
  try {
    const answer = await send(key)
    closeIntent(name)
    return answer
  } catch (error) {
    if (error instanceof ApiError) {
      const refused = error.status >= 400 && error.status < 500
      // The earlier try was done, with other details: what is pressed next is another intent.
      if (error.code === "IDEMPOTENCY_MISMATCH" || (refused && earlier === null)) closeIntent(name)
    }
    throw error
  }
}
