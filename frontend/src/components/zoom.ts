/** How a picture lies in its frame: `scale` 1 fits it; x and y move its middle, in pixels of the screen. */
export type View = { scale: number; x: number; y: number }
export type Point = { x: number; y: number }
export type Frame = { width: number; height: number }

export const FITTED: View = { scale: 1, x: 0, y: 0 }
export const CLOSEST = 4
/** How close one step of the buttons, the keys or a double tap goes. */
export const STEP = 1.6
export const DOUBLE_TAP = 2.5

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

/** Keep the scale in its limits and the picture over the middle of its frame. */
export function within({ scale, x, y }: View, { width, height }: Frame): View {
  const clamped = Math.min(CLOSEST, Math.max(1, scale))
  return {
    scale: clamped,
    x: clamp(x, ((clamped - 1) * width) / 2),
    y: clamp(y, ((clamped - 1) * height) / 2),
  }
}

/** Come closer or go back so that what lies under `at` stays there; `at` is measured from the frame's middle. */
export function zoomedAt(view: View, at: Point, scale: number, frame: Frame): View {
  const clamped = Math.min(CLOSEST, Math.max(1, scale))
  const ratio = clamped / view.scale
  return within(
    { scale: clamped, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    frame,
  )
}

export const movedBy = (view: View, dx: number, dy: number, frame: Frame): View =>
  within({ ...view, x: view.x + dx, y: view.y + dy }, frame)

export const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
export const distanceOf = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
