/** The words in an address: what somebody who came by it may have been looking for. */
export function wordsOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim()
      .slice(0, 100)
  } catch {
    // A stray % is no text.
    return ""
  }
}
