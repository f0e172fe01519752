import { type RefObject, useEffect, useRef, useState } from "react"

/** Return the current step of the purchase; another step moves the focus to its top. */
export function useSteps<S extends string>(
  first: S,
): { step: S; goTo: (step: S) => void; top: RefObject<HTMLDivElement | null> } {
  const [step, goTo] = useState<S>(first)
  const top = useRef<HTMLDivElement>(null)
  const began = useRef(step)
  useEffect(() => {
    if (began.current === step) return
    began.current = step
    top.current?.focus()
  }, [step])
  return { step, goTo, top }
}
