import { inBrowser } from "./browser"

/** Whoever reads moves something within this time now and then. */
const ATTENDED_MS = 60_000

let touchedAt = Date.now()

if (inBrowser)
  for (const sign of ["pointermove", "pointerdown", "keydown", "wheel"])
    window.addEventListener(sign, () => (touchedAt = Date.now()), { capture: true, passive: true })

/** Whether somebody sits at the page: what it asks by itself must not look like use of the session. */
export const isAttended = () => Date.now() - touchedAt < ATTENDED_MS
