import { type DragEvent, useState } from "react"

/**
 * The attributes of an element that takes dropped files; `data-over` while some are above it.
 *
 * `isOff`: a picture of the page that is dragged counts as a file, too.
 */
export function useFileDrop(onFiles: (files: File[]) => void, isOff = false) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => !isOff && event.dataTransfer.types.includes("Files")
  return {
    "data-over": isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Dragged over a child, the files are still above the element.
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
}
