/*
 * The only script a page loads at once; when it does not arrive, the page itself retries (project/storefront/
 * load_script.js). The server's first screen can be read and its links work without any; the
 * application follows when that screen stands, so that it never competes with its pictures for a slow line, or as
 * soon as somebody touches something.
 */
import { loadCode } from "./lib/load-code"
import { pause } from "./lib/pause"

const LATEST_MS = 3_000
/** Each file takes the browser a millisecond, on a phone several, to ask for. */
const FILES_AT_A_TIME = 4
const SIGNS = ["pointerdown", "keydown", "focusin"] as const

/** WebKit never again fetches a module whose preload failed, even after a reload of the page. */
const KEEPS_LOST_PRELOADS = CSS.supports("-webkit-hyphens", "none")

let started = false

async function start() {
  if (started) return
  started = true
  // Everything this page needs, named by the server: the files arrive together instead of one after the other.
  const files = [
    ...(document
      .querySelector<HTMLTemplateElement>("template#page-files")
      ?.content.querySelectorAll("link") ?? []),
  ]
  if (KEEPS_LOST_PRELOADS) await Promise.all(files.splice(0).map(fillCache))
  // In several tasks, between which the page answers to touch.
  while (files.length > 0) {
    document.head.append(...files.splice(0, FILES_AT_A_TIME))
    await pause()
  }
  try {
    await loadCode(() => import("./libraries"))
    await pause()
    await loadCode(() => import("./main"))
  } catch (error) {
    offerReload()
    throw error
  }
}

/** Fetch a file into the cache that imports read; one that is lost now is fetched again by its import. */
async function fillCache(link: HTMLLinkElement) {
  try {
    // Its `href` knows no address of the page: a template has a document of its own.
    const answer = await fetch(link.getAttribute("href") ?? "")
    await answer.arrayBuffer()
  } catch {}
}

/** Say on the server's page, which can still be read, that its buttons do nothing yet. */
function offerReload() {
  const notice = document.querySelector<HTMLTemplateElement>("template#not-loaded")
  if (notice) document.body.append(notice.content)
}

function touched() {
  for (const sign of SIGNS) window.removeEventListener(sign, touched)
  void start()
  // From now on the page is laid out whole (styles.css); not before what was touched has answered.
  window.setTimeout(() => {
    document.documentElement.dataset.touched = ""
  })
}

for (const sign of SIGNS) window.addEventListener(sign, touched, { passive: true })
if (document.readyState === "complete") void start()
else {
  window.addEventListener("load", start, { once: true })
  window.setTimeout(start, LATEST_MS)
}
