/** The address of a page in a language; English is the one without a parameter. */
export function inLanguage(path: string, language: string): string {
  if (language === "en") return path
  const [address = "", ...fragment] = path.split("#")
  return [`${address}${address.includes("?") ? "&" : "?"}lang=${language}`, ...fragment].join("#")
}

/** The full address of a file; one that a CDN serves has it already. */
export const fileAddress = (siteUrl: string, url: string) => (url.startsWith("/") ? siteUrl + url : url)

/** The full address of a page in a language. */
export const siteAddress = (siteUrl: string, path: string, language: string) =>
  siteUrl + inLanguage(path, language)
