import { useState } from "react"
import { useLocation } from "react-router-dom"

/** The one of a header's overlays that is open; a navigation closes it. */
export function useOverlay<O extends string>() {
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState<O | null>(null)
  const here = pathname + search
  const [seen, setSeen] = useState(here)
  if (seen !== here) {
    setSeen(here)
    setOpen(null)
  }
  const toggle = (which: O) => (isOpen: boolean) => setOpen(isOpen ? which : null)
  return { open, show: setOpen, toggle }
}
