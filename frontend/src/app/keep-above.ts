/**
 * Ref of the sticky header: styles.css scrolls what gets the focus out from under it, however many notices stand in it.
 */
export function keepAbove(header: HTMLElement) {
  const measure = () =>
    document.documentElement.style.setProperty("--header-height", `${header.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(header)
  return () => observer.disconnect()
}
