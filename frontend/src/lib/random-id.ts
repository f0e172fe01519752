/** Make a name that nobody else makes. Not crypto.randomUUID: over plain HTTP browsers have none. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
