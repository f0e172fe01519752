import { Dialog } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import type { ReactNode, RefObject } from "react"
import { useTranslation } from "@/i18n"

type TopDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** For screen readers: the field inside says what it is for. */
  title: string
  initialFocus: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A window at the top of the page, for a search; on a phone it fills the screen. */
export function TopDialog({ open, onOpenChange, title, initialFocus, children }: TopDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-ink/45 transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center sm:px-6 sm:pt-[8dvh]">
          <Dialog.Popup
            initialFocus={initialFocus}
            className="flex w-full max-w-2xl flex-col overflow-hidden bg-paper shadow-float outline-hidden transition-[opacity,translate] duration-250 max-sm:h-dvh data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-starting-style:-translate-y-3 data-starting-style:opacity-0 sm:max-h-[80dvh] sm:rounded-lg"
          >
            <Dialog.Title className="sr-only">{title}</Dialog.Title>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export function TopDialogClose() {
  const { t } = useTranslation()
  return (
    <Dialog.Close
      aria-label={t("common.close")}
      className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink hover:text-accent"
    >
      <X className="size-5" />
    </Dialog.Close>
  )
}
