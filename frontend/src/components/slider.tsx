import { Slider as Base } from "@base-ui/react/slider"
import type { ReactNode } from "react"
import { cx } from "@/lib/cx"

type SliderProps<Value extends number | readonly [number, number]> = {
  label: string
  hideLabel?: boolean
  /** One value, or the two ends of a range. */
  value: Value
  min: number
  max: number
  step?: number
  /** The value in words; read aloud in place of the bare number. */
  say: (value: number) => string
  /** The chosen value in words, beside the label. */
  summary?: ReactNode
  /** The names of the two handles of a range, lower first. */
  ends?: readonly [string, string]
  /** While a handle moves. */
  onChange: (value: Value) => void
  /** Called when a handle is let go, or an arrow key moved it: the moment to act. */
  onCommit?: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** Choose a number, or a range, on a line: by finger, pointer, arrow keys, Page Up and Down, Home and End. */
export function Slider<Value extends number | readonly [number, number]>(props: SliderProps<Value>) {
  const { label, hideLabel, value, min, max, step = 1, say, summary, ends, onChange, onCommit } = props
  const handles = typeof value === "number" ? [label] : (ends ?? [label, label])
  return (
    <Base.Root
      // Base UI answers in the shape it was given.
      value={value as number | readonly number[]}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={props.disabled}
      onValueChange={(next) => onChange(next as unknown as Value)}
      onValueCommitted={(next) => onCommit?.(next as unknown as Value)}
      className={props.className}
    >
      <div className={cx("flex flex-wrap items-baseline justify-between gap-x-4", hideLabel && "sr-only")}>
        <Base.Label className="font-medium text-ink text-sm">{label}</Base.Label>
        {summary && <span className="text-ink-soft text-sm tabular-nums">{summary}</span>}
      </div>
      <Base.Control className="flex h-11 cursor-pointer touch-none items-center px-3 data-disabled:cursor-not-allowed">
        <Base.Track className="relative h-0.5 w-full rounded-full bg-line">
          <Base.Indicator className="h-full rounded-full bg-accent data-disabled:bg-line-strong" />
          {handles.map((name, index) => (
            <Base.Thumb
              // biome-ignore lint/suspicious/noArrayIndexKey: the lower and the upper handle have no other name.
              key={index}
              index={index}
              aria-label={name}
              getAriaValueText={(_, at) => say(at)}
              // The ring round the handle makes the target 44 pixels wide without covering the line.
              className="size-5.5 cursor-grab rounded-full border-2 border-accent bg-paper shadow-lift transition-[box-shadow,background-color] before:absolute before:-inset-3 before:rounded-full hover:bg-accent-wash focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 data-disabled:cursor-not-allowed data-disabled:border-line-strong data-dragging:cursor-grabbing data-dragging:bg-accent-wash"
            />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
