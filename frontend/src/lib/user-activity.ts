import { inBrowser } from "./browser"

/** Without input for this long the page counts as unattended. */
const ATTENDED_MS = 60_000

let touchedAt = Date.now()

if (inBrowser)
  for (const sign of ["pointermove", "pointerdown", "keydown", "wheel"])
    window.addEventListener(sign, () => (touchedAt = Date.now()), { capture: true, passive: true })

/** Return true when there was input lately: background requests must not extend the session. */
export const isUserActive = () => Date.now() - touchedAt < ATTENDED_MS
