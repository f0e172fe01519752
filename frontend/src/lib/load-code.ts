/** A weak line is often back within seconds. */
const RETRY_AFTER_MS = [500, 2_000]

const rest = (ms: number) => new Promise<void>((next) => setTimeout(next, ms))

/** Fetch a later part's code, retrying with back-off; raises what the last attempt raised. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of RETRY_AFTER_MS) {
    try {
      return await load()
    } catch {
      await rest(ms)
    }
  }
  return load()
}
