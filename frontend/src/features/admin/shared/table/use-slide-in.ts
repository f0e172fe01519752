import { type RefObject, useLayoutEffect, useRef } from "react"

const SLIDE_MS = 250

/** Return the number of new rows above those that were there. */
export function countSlidingIn(
  before: readonly string[],
  now: readonly string[],
  isNew: (id: string) => boolean,
) {
  const added = now.findIndex((id) => before.includes(id))
  return added > 0 && now.slice(0, added).every(isNew) ? added : 0
}

/**
 * Let new first rows push the others down visibly: the whole list slides from where it stood, in one animation.
 *
 * The element around it must clip what it has not reached yet.
 */
export function useSlideIn<E extends HTMLElement>(
  ids: readonly string[],
  isNew: ((id: string) => boolean) | undefined,
): RefObject<E | null> {
  const list = useRef<E>(null)
  const before = useRef(ids)
  useLayoutEffect(() => {
    const added = isNew ? countSlidingIn(before.current, ids, isNew) : 0
    before.current = ids
    if (added === 0 || !list.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    const rows = [...list.current.children].slice(0, added) as HTMLElement[]
    const height = rows.reduce((sum, row) => sum + row.offsetHeight, 0)
    list.current.animate?.([{ transform: `translateY(${-height}px)` }, { transform: "none" }], {
      duration: SLIDE_MS,
      easing: "cubic-bezier(0.22, 0.8, 0.3, 1)",
    })
  })
  return list
}
