import { useEffect } from "react"

/** Return true when this click navigates within the shop in this window. */
function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== location.origin) {
    return false
  }
  return link.pathname !== location.pathname
}

/** Confirm before unsaved changes are lost by a link, Back, or closing the page. */
export function useUnsavedChangesGuard(active: boolean, question: string) {
  useEffect(() => {
    if (!active) return
    let returning = false
    // Before the router handles it.
    const onClick = (event: MouseEvent) => {
      if (!leadsAway(event) || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onPop = (event: PopStateEvent) => {
      if (!returning && window.confirm(question)) return
      event.stopImmediatePropagation()
      returning = !returning
      if (returning) history.forward()
    }
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener("click", onClick, true)
    window.addEventListener("popstate", onPop, true)
    window.addEventListener("beforeunload", onClose)
    return () => {
      document.removeEventListener("click", onClick, true)
      window.removeEventListener("popstate", onPop, true)
      window.removeEventListener("beforeunload", onClose)
    }
  }, [active, question])
}
