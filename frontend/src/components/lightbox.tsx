import { Dialog } from "@base-ui/react/dialog"
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react"
import { type ComponentProps, useEffectEvent, useLayoutEffect, useState } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { IconButton } from "./button"
import { Picture, type PictureData } from "./picture"
import { CLOSEST, FITTED, STEP, type View, zoomedAt } from "./zoom"
import { ZoomStage } from "./zoom-stage"

type LightboxProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  pictures: readonly PictureData[]
  /** Index of the shown picture, from 0. */
  index: number
  onIndexChange: (index: number) => void
}

const MOVE_PX = 80
const anyFrame = { width: 10_000, height: 10_000 }

/**
 * A picture over the whole screen, to look at closely.
 *
 * Closer: wheel, pinch, double tap, + and −. Zoomed, a drag or the arrow keys move the picture; at rest a swipe
 * or the arrow keys change it.
 */
export function Lightbox({ open, onOpenChange, title, pictures, index, onIndexChange }: LightboxProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<View>(FITTED)
  const last = pictures.length - 1
  const current = Math.min(index, Math.max(0, last))
  const picture = pictures[current]
  const nameOf = (at: number) => t("common.gallery.picture", { number: at + 1, count: last + 1, title })

  // Another picture, or the same one anew, starts as a whole.
  const shown = open ? current : -1
  const [viewed, setViewed] = useState(shown)
  if (viewed !== shown) {
    setViewed(shown)
    setView(FITTED)
  }

  const turn = (step: number) => {
    const next = current + step
    if (next >= 0 && next <= last) onIndexChange(next)
  }
  const zoom = (factor: number) => setView(zoomedAt(view, { x: 0, y: 0 }, view.scale * factor, anyFrame))

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    }
    const move = moves[event.key]
    if (event.key === "+" || event.key === "=") zoom(STEP)
    else if (event.key === "-") zoom(1 / STEP)
    else if (event.key === "0") setView(FITTED)
    else if (move && view.scale > 1) {
      setView({ ...view, x: view.x + move[0] * MOVE_PX, y: view.y + move[1] * MOVE_PX })
    } else if (move && move[0] !== 0) turn(-move[0])
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // Heard on the window before anything else: the focus reaches the dialog some frames after it is seen, and keys
  // pressed until then are meant for what is seen, not for the gallery below.
  useLayoutEffect(() => {
    if (!open) return
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener("keydown", listener, { capture: true })
    return () => window.removeEventListener("keydown", listener, { capture: true })
  }, [open])

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-ground transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col outline-hidden transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <header className="flex items-center gap-1 border-line border-b py-1.5 pr-2 pl-5 sm:gap-2 sm:pr-4 sm:pl-8">
            <Dialog.Title className="min-w-0 flex-1 truncate text-lg">{title}</Dialog.Title>
            {last > 0 && (
              <span aria-hidden="true" className="px-2 text-ink-soft text-sm tabular-nums">
                {current + 1} / {last + 1}
              </span>
            )}
            <Tool
              label={t("common.gallery.zoomOut")}
              disabled={view.scale <= 1}
              onClick={() => zoom(1 / STEP)}
            >
              <ZoomOut className="size-5" />
            </Tool>
            <Tool
              label={t("common.gallery.zoomIn")}
              disabled={view.scale >= CLOSEST}
              onClick={() => zoom(STEP)}
            >
              <ZoomIn className="size-5" />
            </Tool>
            <Dialog.Close
              aria-label={t("common.close")}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink hover:text-accent"
            >
              <X className="size-6" />
            </Dialog.Close>
          </header>
          <p role="status" className="sr-only">
            {nameOf(current)}
            {view.scale > 1 && `, ${t("common.gallery.zoom", { percent: Math.round(view.scale * 100) })}`}
          </p>
          <div className="relative min-h-0 flex-1">
            {picture && (
              <ZoomStage key={picture.url} view={view} onView={setView} onSwipe={turn}>
                <Picture
                  picture={picture}
                  alt={nameOf(current)}
                  // A larger file as soon as one looks closer.
                  sizes={view.scale > 1 ? "250vmin" : "100vmin"}
                  eager
                  fit="contain"
                  className="mx-auto size-full max-w-[100dvh] bg-transparent [&_img]:pointer-events-none"
                />
              </ZoomStage>
            )}
            {last > 0 && view.scale === 1 && (
              <>
                <Tool
                  label={t("common.gallery.previous")}
                  disabled={current === 0}
                  onClick={() => turn(-1)}
                  className="absolute top-1/2 left-4 -translate-y-1/2 rounded-full bg-paper/90 aria-disabled:invisible max-sm:hidden"
                >
                  <ChevronLeft className="size-6" />
                </Tool>
                <Tool
                  label={t("common.gallery.next")}
                  disabled={current === last}
                  onClick={() => turn(1)}
                  className="absolute top-1/2 right-4 -translate-y-1/2 rounded-full bg-paper/90 aria-disabled:invisible max-sm:hidden"
                >
                  <ChevronRight className="size-6" />
                </Tool>
              </>
            )}
          </div>
          {last > 0 && (
            <ul className="scrollbar-none flex gap-2 overflow-x-auto border-line border-t px-5 py-3 sm:justify-center">
              {pictures.map((each, at) => (
                <li key={each.url} className="shrink-0">
                  <button
                    type="button"
                    aria-current={at === current || undefined}
                    aria-label={nameOf(at)}
                    onClick={() => onIndexChange(at)}
                    className={cx(
                      "block w-14 overflow-hidden rounded-sm border-2 p-0.5 transition-colors",
                      at === current ? "border-accent" : "border-transparent hover:border-line-strong",
                    )}
                  >
                    <Picture picture={each} alt="" sizes="4rem" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ToolProps = Omit<ComponentProps<typeof IconButton>, "onClick"> & { onClick: () => void }

function Tool({ disabled, onClick, className, ...rest }: ToolProps) {
  return (
    <IconButton
      {...rest}
      // Not `disabled`: a button that is pressed to its limit must keep the focus.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
      className={cx("aria-disabled:cursor-default aria-disabled:text-line-strong!", className)}
    />
  )
}
