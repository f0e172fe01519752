import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useLocation } from "react-router-dom"

const TITLE_WITHIN_MS = 4_000

/**
 * Does for another page of ours what the browser does for a new document: the focus starts at its content, and
 * its title is read aloud. Filters and pages of a list change the search alone, and leave the focus where it is.
 */
export function Arrival() {
  const { t } = useTranslation("shell")
  const { pathname } = useLocation()
  const [announced, setAnnounced] = useState("")
  const seen = useRef(pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    focusContent()
    // The title comes with the page's data; until then it is the last page's.
    const before = document.title
    const announce = () => {
      if (document.title === before) return
      setAnnounced(t("arrived", { title: document.title }))
      observer.disconnect()
    }
    const observer = new MutationObserver(announce)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    const timer = window.setTimeout(() => observer.disconnect(), TITLE_WITHIN_MS)
    return () => {
      observer.disconnect()
      window.clearTimeout(timer)
    }
  }, [pathname, t])

  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}

/** A menu that closes on the way gives the focus back to its button; the page's content takes it after that. */
function focusContent() {
  const focus = () => {
    const active = document.activeElement
    const content = document.getElementById("content")
    // Whatever the page itself has focused, such as the field of a form, is the better place.
    if (content && !(active && active !== content && content.contains(active))) {
      content.focus({ preventScroll: true })
    }
  }
  focus()
  window.setTimeout(focus, 450)
}
