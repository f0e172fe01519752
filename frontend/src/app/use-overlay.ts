import { useState } from "react"
import { useLocation } from "react-router-dom"

/**
 * Which of a header's overlays is open; a navigation closes it.
 *
 * `used`: those opened so far, which stay mounted for their closing animation.
 */
export function useOverlay<O extends string>() {
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState<O | null>(null)
  const [used, setUsed] = useState<readonly O[]>([])
  if (open && !used.includes(open)) setUsed([...used, open])
  const here = pathname + search
  const [seen, setSeen] = useState(here)
  if (seen !== here) {
    setSeen(here)
    setOpen(null)
  }
  const toggle = (which: O) => (isOpen: boolean) => setOpen(isOpen ? which : null)
  return { open, used, show: setOpen, toggle }
}
