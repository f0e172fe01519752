import { Dialog as Base } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import { type ComponentProps, type ReactNode, useState } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { SectionBoundary } from "./section-boundary"

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Stays at the foot while the content scrolls: totals and buttons. */
  footer?: ReactNode
  size?: "md" | "lg"
  /** Initial focus; the close button without it. Not autoFocus: the focus would not return to the opening button. */
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"]
  children: ReactNode
}

/** The props that are shown: those of the last opening until the closing animation is over. */
function useShown(props: DialogProps) {
  const { open } = props
  const [shown, setShown] = useState({ props, open, openings: 0 })
  if (open ? shown.props !== props : shown.open) {
    const openings = shown.openings + (open && !shown.open ? 1 : 0)
    setShown({ props: open ? props : shown.props, open, openings })
  }
  return shown
}

/**
 * A window over the page: a sheet from below on a phone, centred on a larger screen. Each opening mounts new content;
 * it stays as it is during the closing animation, whatever the caller renders then.
 */
export function Dialog(props: DialogProps) {
  const { t } = useTranslation()
  const { open, onOpenChange } = props
  const { openings, props: shown } = useShown(props)
  const { title, description, footer, size = "md", initialFocus, children } = shown
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-ink/45 transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            initialFocus={initialFocus}
            className={cx(
              "flex max-h-[94dvh] w-full flex-col overflow-hidden rounded-t-lg bg-paper shadow-float outline-hidden transition-[opacity,translate,filter] duration-300 sm:max-h-[90dvh] sm:rounded-lg",
              // Another dialog is open above this one.
              "data-nested-dialog-open:brightness-65",
              "data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0",
              size === "lg" ? "sm:max-w-4xl" : "sm:max-w-xl",
            )}
          >
            <header className="flex items-start gap-4 border-line border-b px-5 pt-4 pb-3.5 sm:px-8 sm:pt-6">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-xl">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-ink-soft text-sm">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label={t("common.close")}
                className="-mt-1.5 -mr-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink-soft hover:text-accent"
              >
                <X className="size-5" />
              </Base.Close>
            </header>
            {/* The content scrolls, so the keyboard must be able to reach it. */}
            <div
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs a way in without a mouse.
              tabIndex={0}
              className="min-h-0 flex-1 scroll-pb-24 overflow-y-auto overscroll-contain px-5 py-5 focus-visible:-outline-offset-2 sm:px-8 sm:py-6"
            >
              <SectionBoundary key={openings}>{children}</SectionBoundary>
            </div>
            {footer && (
              <footer className="border-line border-t px-5 py-4 sm:px-8">
                <SectionBoundary fallback={null}>{footer}</SectionBoundary>
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
