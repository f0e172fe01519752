/** Delays of the back-off; a weak connection often recovers within seconds. */
const RETRY_AFTER_MS = [500, 2_000]

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Load a chunk, retrying with back-off; rejects with the error of the last attempt. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of RETRY_AFTER_MS) {
    try {
      return await load()
    } catch {
      await wait(ms)
    }
  }
  return load()
}
