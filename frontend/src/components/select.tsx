import { Select as Base } from "@base-ui/react/select"
import { Check, ChevronDown } from "lucide-react"
import { cx } from "@/lib/cx"
import { inputClass } from "./field"

type SelectProps<T extends string> = {
  label: string
  /** Keep the label for screen readers only, where the place explains itself. */
  hideLabel?: boolean
  value: T
  options: readonly { value: T; label: string; disabled?: boolean }[]
  onChange: (value: T) => void
  disabled?: boolean
  className?: string
}

/** Choose one of a few. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel, value, options, onChange, disabled, className } = props
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <div className={className}>
        <Base.Label className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-medium text-ink"}>
          {label}
        </Base.Label>
        <Base.Trigger className={cx(inputClass, "flex h-11 items-center justify-between gap-3 text-left")}>
          <Base.Value className="truncate" />
          <Base.Icon>
            <ChevronDown aria-hidden="true" className="size-4 text-ink-soft" />
          </Base.Icon>
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-hidden">
          <Base.Popup className="min-w-(--anchor-width) rounded-sm border border-line bg-paper py-1 shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.List className="max-h-(--available-height) overflow-y-auto scrollbar-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-2.5 py-2 pr-5 pl-3 text-sm outline-hidden select-none data-disabled:text-ink-faint data-highlighted:bg-accent-wash data-highlighted:text-accent"
                >
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-4" />
                  </Base.ItemIndicator>
                  <Base.ItemText className="col-start-2">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
