import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react"
import { cx } from "@/lib/cx"
import {
  DOUBLE_TAP,
  distanceOf,
  FITTED,
  type Frame,
  middleOf,
  movedBy,
  type Point,
  STEP,
  type View,
  within,
  zoomedAt,
} from "./zoom"

const SWIPE_PX = 56
const TAP_PX = 10
const DOUBLE_TAP_MS = 320

type ZoomStageProps = {
  view: View
  onView: (view: View) => void
  /** A swipe across the fitted picture: 1 to the next one, −1 to the one before. */
  onSwipe: (step: 1 | -1) => void
  children: ReactNode
}

/** A frame in which a picture is brought closer and moved by pointers and the wheel. */
export function ZoomStage({ view, onView, onSwipe, children }: ZoomStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Point | null>(null)
  const lastTap = useRef<{ at: Point; time: number } | null>(null)
  // Several moves may come before the next render, two fingers' always do: each builds on the one before.
  const latest = useRef(view)

  const frame = (): Frame => ({
    width: stage.current?.clientWidth ?? 0,
    height: stage.current?.clientHeight ?? 0,
  })

  function show(next: View) {
    latest.current = next
    onView(next)
  }

  // The buttons and keys outside do not know the frame: what they ask for is put within it here.
  useLayoutEffect(() => {
    latest.current = view
    const { scale, x, y } = within(view, frame())
    sheet.current?.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${scale})`)
    if (x !== view.x || y !== view.y) onView({ scale, x, y })
  })

  /** Position of a pointer, measured from the frame's centre. */
  function place({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 }
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const held = latest.current
    show(zoomedAt(held, place(event), held.scale * (event.deltaY < 0 ? STEP ** 0.5 : STEP ** -0.5), frame()))
  })
  useEffect(() => {
    const element = stage.current
    const listener = (event: WheelEvent) => onWheel(event)
    // React's own listener is passive: it could not keep the page from scrolling.
    element?.addEventListener("wheel", listener, { passive: false })
    return () => element?.removeEventListener("wheel", listener)
  }, [])

  function onPointerDown(event: PointerEvent) {
    stage.current?.setPointerCapture(event.pointerId)
    const at = place(event)
    pointers.current.set(event.pointerId, at)
    start.current = pointers.current.size === 1 ? at : null
  }

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = place(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) {
      const closer = distanceOf(now, other) / Math.max(1, distanceOf(before, other))
      const [was, is] = [middleOf(before, other), middleOf(now, other)]
      const zoomed = zoomedAt(latest.current, is, latest.current.scale * closer, frame())
      show(movedBy(zoomed, is.x - was.x, is.y - was.y, frame()))
    } else if (latest.current.scale > 1) {
      show(movedBy(latest.current, now.x - before.x, now.y - before.y, frame()))
    }
  }

  function onPointerUp(event: PointerEvent) {
    const at = place(event)
    const from = start.current
    pointers.current.delete(event.pointerId)
    if (!from || event.type === "pointercancel") return
    start.current = null
    const [dx, dy] = [at.x - from.x, at.y - from.y]
    if (Math.hypot(dx, dy) < TAP_PX) tapped(at)
    else if (view.scale === 1 && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy))
      onSwipe(dx < 0 ? 1 : -1)
  }

  function tapped(at: Point) {
    const before = lastTap.current
    const now = performance.now()
    if (before && now - before.time < DOUBLE_TAP_MS && distanceOf(before.at, at) < 4 * TAP_PX) {
      lastTap.current = null
      onView(view.scale > 1 ? FITTED : zoomedAt(view, at, DOUBLE_TAP, frame()))
    } else {
      lastTap.current = { at, time: now }
    }
  }

  return (
    <div
      ref={stage}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      className={cx(
        "absolute inset-0 touch-none select-none overflow-hidden",
        view.scale > 1 ? "cursor-grab active:cursor-grabbing" : "cursor-zoom-in",
      )}
    >
      <div ref={sheet} data-scale={view.scale.toFixed(2)} className="size-full origin-center">
        {children}
      </div>
    </div>
  )
}
