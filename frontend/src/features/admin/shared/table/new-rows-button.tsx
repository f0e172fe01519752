import { ArrowUp } from "lucide-react"

type NewRowsButtonProps = {
  count: number
  label: string
  /** Name of the button for screen readers, where the label does not say what it does. */
  action?: string
  onShow: () => void
}

/** Button with the number of new rows that are not shown yet; a press shows them. */
export function NewRowsButton({ count, label, action, onShow }: NewRowsButtonProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && label}
      </p>
      {count > 0 && (
        <div className="pointer-events-none sticky top-16 z-20 -mb-11 flex h-11 justify-center">
          <button
            type="button"
            aria-label={action}
            onClick={() => {
              onShow()
              window.scrollTo({ top: 0, behavior: "smooth" })
            }}
            className="pointer-events-auto inline-flex min-h-9 animate-fade-in items-center gap-2 self-center rounded-full bg-accent px-4 font-medium text-sm text-white shadow-float transition-colors hover:bg-accent-deep"
          >
            <ArrowUp aria-hidden="true" className="size-4" />
            {label}
          </button>
        </div>
      )}
    </>
  )
}
