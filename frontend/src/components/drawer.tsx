import { Drawer as Base } from "@base-ui/react/drawer"
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { cx } from "@/lib/cx"

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  side?: "left" | "right"
  footer?: ReactNode
  children: ReactNode
}

/** A panel from the side, closed by a swipe, Escape, its button or a press outside. */
export function Drawer({ open, onOpenChange, title, side = "right", footer, children }: DrawerProps) {
  const { t } = useTranslation()
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} swipeDirection={side}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-ink/45 opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Base.Viewport
          className={cx("fixed inset-0 z-40 flex", side === "right" ? "justify-end" : "justify-start")}
        >
          <Base.Popup
            className={cx(
              "flex h-full w-88 max-w-[calc(100vw-3rem)] touch-auto flex-col bg-paper shadow-float outline-hidden [transform:translateX(var(--drawer-swipe-movement-x))] [transition:transform_350ms_var(--ease-calm)] data-swiping:select-none",
              side === "right"
                ? "data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)]"
                : "data-ending-style:[transform:translateX(-100%)] data-starting-style:[transform:translateX(-100%)]",
            )}
          >
            <header className="flex items-center gap-4 border-line border-b py-2.5 pr-2.5 pl-6">
              <Base.Title className="flex-1 text-lg">{title}</Base.Title>
              <Base.Close
                aria-label={t("common.close")}
                className="inline-flex size-11 items-center justify-center rounded-sm text-ink-soft hover:text-accent"
              >
                <X aria-hidden="true" className="size-5" />
              </Base.Close>
            </header>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5">
              {children}
            </Base.Content>
            {footer && <footer className="border-line border-t px-6 py-4">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
