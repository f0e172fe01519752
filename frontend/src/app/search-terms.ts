/** Return the search terms that the path of an unknown URL contains. */
export function searchTermsOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim()
      .slice(0, 100)
  } catch {
    // Malformed percent-encoding.
    return ""
  }
}
