/** Zoom and position of a picture: `scale` 1 fits it into its frame; x and y shift its centre, in CSS pixels. */
export type View = { scale: number; x: number; y: number }
export type Point = { x: number; y: number }
export type Frame = { width: number; height: number }

export const FITTED: View = { scale: 1, x: 0, y: 0 }
export const CLOSEST = 4
/** Factor of one zoom step by button or key. */
export const STEP = 1.6
export const DOUBLE_TAP = 2.5

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

/** Limit the scale, and the shift so that the picture still covers the centre of its frame. */
export function within({ scale, x, y }: View, { width, height }: Frame): View {
  const clamped = Math.min(CLOSEST, Math.max(1, scale))
  return {
    scale: clamped,
    x: clamp(x, ((clamped - 1) * width) / 2),
    y: clamp(y, ((clamped - 1) * height) / 2),
  }
}

/** Zoom in or out around the point `at`, which is measured from the frame's centre. */
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
