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

/** Where somebody pays or logs in, nothing is loaded anew on the way. */
const KEPT = /^\/(checkout|payment|confirmation|order-confirmation|login)(?![^/-])/

/** Whether going from one path to the other loads the page anew. */
export const needsReload = (from: string, to: string) =>
  outdated && from !== to && !KEPT.test(from) && !KEPT.test(to)
