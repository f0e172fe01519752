import "./styles.css"
import { loadCode } from "@/lib/load-code"

/*
 * The page's first script, which index.html fetches again when it is lost. No other module imports it: under another
 * address it would be another module.
 */

firstFrame()
  .then(() => loadCode(() => import("@/app/hydrate")))
  .then(({ hydrate }) => hydrate())
  .catch((error) => {
    // index.html says so: the server's page can be read, but no button of it works.
    window.dispatchEvent(new Event("notloaded"))
    throw error
  })

/** Wait until the server's page is on screen: our work would hold it back. In a tab behind there are no frames. */
function firstFrame() {
  if (document.hidden) return Promise.resolve()
  return new Promise<unknown>((next) => requestAnimationFrame(() => setTimeout(next)))
}
