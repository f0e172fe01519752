/*
 * The only script a page loads at once. The server's first screen can be read and its links work without any; the
 * application follows when that screen stands, so that it never competes with its pictures for a slow line, or as
 * soon as somebody touches something.
 */
import { pause } from "./lib/pause"

const LATEST_MS = 3_000
/** Each file takes the browser a millisecond, on a phone several, to ask for. */
const FILES_AT_A_TIME = 4
const SIGNS = ["pointerdown", "keydown", "focusin"] as const

let started = false

async function start() {
  if (started) return
  started = true
  // Everything this page needs, named by the server: the files arrive together instead of one after the other.
  const files = [
    ...(document.querySelector<HTMLTemplateElement>("template#page-files")?.content.children ?? []),
  ]
  // In several tasks, between which the page answers to touch.
  while (files.length > 0) {
    document.head.append(...files.splice(0, FILES_AT_A_TIME))
    await pause()
  }
  await import("./libraries")
  await pause()
  await import("./main")
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
