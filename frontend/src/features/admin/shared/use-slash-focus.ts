import { type RefObject, useEffect } from "react"

/** Focus the input in this element when "/" is pressed outside of fields and dialogs. */
export function useSlashFocus(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const there = event.target instanceof HTMLElement && event.target
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return
      if (there && (there.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(there.tagName))) return
      if (document.querySelector("[role=dialog]")) return
      event.preventDefault()
      container.current?.querySelector("input")?.focus()
    }
    window.addEventListener("keydown", focus)
    return () => window.removeEventListener("keydown", focus)
  }, [container])
}
