/**
 * A page that was opened before a deploy goes on with its own code, which stays served for a week, until the reader
 * goes to another page: that one is then loaded from the server.
 */

let outdated = false

const ownBuild = () => document.querySelector<HTMLMetaElement>("meta[name=build]")?.content

/** Compare the build that an answer of the API names with the page's own; pages of Vite have none. */
export function recordBuild(response: Response, own = ownBuild()) {
  const named = response.headers.get("X-Build")
  if (own && named) outdated = named !== own
}

/** Pages of payment and login, which are never reloaded on the way. */
const KEPT = /^\/(checkout|payment|confirmation|order-confirmation|login)(?![^/-])/

/** Return true when a navigation between these paths must reload the page. */
export const needsReload = (from: string, to: string) =>
  outdated && from !== to && !KEPT.test(from) && !KEPT.test(to)
