import { Drawer as Base } from "@base-ui/react/drawer"
import { X } from "lucide-react"
import { type ReactNode, useEffect } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { SectionBoundary } from "./section-boundary"

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** From a side, or as a sheet from below: what a thumb reaches, such as filters on a phone. */
  side?: "left" | "right" | "bottom"
  /** Stays at the foot while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
}

const places = { left: "justify-start", right: "justify-end", bottom: "items-end justify-center" }
const shapes = {
  left: "h-full w-100 max-w-[calc(100vw-2.5rem)] [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(-100%)] data-starting-style:[transform:translateX(-100%)]",
  right:
    "h-full w-108 max-w-[calc(100vw-2rem)] [transform:translateX(var(--drawer-swipe-movement-x))] data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)]",
  bottom:
    "max-h-[88dvh] w-full max-w-2xl rounded-t-lg pb-[env(safe-area-inset-bottom,0px)] [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)]",
}

/** A panel over the page, closed by a swipe, Escape, its button or a press outside. */
export function Drawer({ open, onOpenChange, title, side = "right", footer, children }: DrawerProps) {
  const { t } = useTranslation()
  const padding = side === "bottom" ? "px-5 sm:px-8" : "px-6"
  useEffect(() => {
    if (!open || side === "bottom") return
    // Toasts make room.
    document.documentElement.dataset.drawer = side
    return () => {
      delete document.documentElement.dataset.drawer
    }
  }, [open, side])
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection={side === "bottom" ? "down" : side}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-ink/45 opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Base.Viewport className={cx("fixed inset-0 z-40 flex", places[side])}>
          <Base.Popup
            className={cx(
              "flex touch-auto flex-col bg-paper shadow-float outline-hidden [transition:transform_350ms_var(--ease-calm)] data-swiping:select-none data-swiping:[transition:none]",
              shapes[side],
            )}
          >
            {side === "bottom" && (
              <span aria-hidden="true" className="mx-auto mt-2.5 h-1 w-10 rounded-full bg-line" />
            )}
            <header
              className={cx(
                "flex items-center gap-4 border-line border-b py-2.5",
                side === "bottom" ? "pr-2.5 pl-5 sm:pl-8" : "pr-2.5 pl-6",
              )}
            >
              <Base.Title className="flex-1 text-lg">{title}</Base.Title>
              <Base.Close
                aria-label={t("common.close")}
                className="inline-flex size-11 items-center justify-center rounded-sm text-ink-soft hover:text-accent"
              >
                <X className="size-5" />
              </Base.Close>
            </header>
            <Base.Content
              className={cx(
                "min-h-0 flex-1 overflow-y-auto overscroll-contain py-5 focus-visible:-outline-offset-2",
                padding,
              )}
            >
              <SectionBoundary>{children}</SectionBoundary>
            </Base.Content>
            {footer && (
              <footer className={cx("border-line border-t py-4", padding)}>
                <SectionBoundary fallback={null}>{footer}</SectionBoundary>
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
