import { type ComponentProps, useRef } from "react"
import { Button } from "@/components/button"

type FileButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** Label of the file input, for screen readers. */
  label: string
  accept: string
  multiple?: boolean
  onChoose: (files: File[]) => void
}

/** A button that opens the choice of files; the browser's own is in the browser's language. */
export function FileButton({ label, accept, multiple, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again after it was corrected.
          target.value = ""
          if (files.length > 0) onChoose(files)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}
