import { useLocation } from "react-router-dom"

/** URL of the login page that returns to this path afterwards. */
export const loginAddress = (here: string) => `/login?redirect=${encodeURIComponent(here)}`

/** URL of the login page that returns to this page, or home. */
export function useLoginAddress(): string {
  const { pathname, search } = useLocation()
  return pathname === "/" || pathname === "/login" ? "/login" : loginAddress(pathname + search)
}

/**
 * The path to open after the login: the requested path if it lies inside this site, else home.
 *
 * Browsers resolve `//host`, `/\host` and tabs inside a URL in surprising ways, so the resolved URL is checked.
 */
export function safeRedirect(target: string | null, origin = window.location.origin): string {
  if (!target?.startsWith("/")) return "/"
  try {
    const url = new URL(target, origin)
    const path = url.pathname + url.search + url.hash
    // A path that begins with two slashes would be another host the next time it is resolved.
    return url.origin === origin && !path.startsWith("//") && url.pathname !== "/login" ? path : "/"
  } catch {
    return "/"
  }
}
