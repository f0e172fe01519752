const BUTTONS = 5

/** The up to five page numbers to offer, the current one in the middle where there is room on both sides. */
export function pagesAround(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(BUTTONS / 2), totalPages - BUTTONS + 1))
  return Array.from({ length: Math.min(BUTTONS, totalPages) }, (_, index) => first + index)
}
