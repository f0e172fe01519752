import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useLocation } from "react-router-dom"
import { useTranslation } from "@/i18n"

/** Longer than a closing menu needs to give the focus back to its button. */
const MENU_CLOSED_MS = 450

/**
 * Treats another page of ours as browsers treat a new document: the focus starts at its content, and its title is read
 * aloud. Filters and pages of a list change the search alone, and leave the focus where it is.
 */
export function FocusOnNavigation() {
  const { t } = useTranslation("shell")
  const { pathname } = useLocation()
  const [announced, setAnnounced] = useState("")
  const seen = useRef(pathname)
  const untitled = useRef(false)

  // A page sets its title with its code or with its data: before the effect below has run, or long after.
  const titled = useEffectEvent(() => {
    if (!untitled.current) return
    untitled.current = false
    setAnnounced(t("arrived", { title: document.title }))
  })
  useEffect(() => {
    const observer = new MutationObserver((changes) => {
      if (changes.some(isNewTitle)) titled()
    })
    // Each page has a title element of its own.
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  // In a layout effect: a page that is loaded already sets its title in the same commit as the path.
  useLayoutEffect(() => {
    if (seen.current !== pathname) untitled.current = true
  }, [pathname])
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    focusContent()
    const timer = window.setTimeout(focusContent, MENU_CLOSED_MS)
    return () => window.clearTimeout(timer)
  }, [pathname])

  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}

/** Return true when a title was added or its text changed; a removed title does not name the next page. */
function isNewTitle({ target, addedNodes }: MutationRecord): boolean {
  const changed = [target, target.parentNode, ...addedNodes]
  return changed.some((node) => node?.nodeName === "TITLE")
}

function focusContent() {
  const active = document.activeElement
  const content = document.getElementById("content")
  // Keep a focus that the page has set itself, such as a form's field, and the focus in a dialog.
  if (!content || content.contains(active) || active?.closest("[role=dialog]")) return
  content.focus({ preventScroll: true })
}
