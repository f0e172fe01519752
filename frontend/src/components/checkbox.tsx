import { Check } from "lucide-react"
import type { ReactNode } from "react"
import { cx } from "@/lib/cx"

type CheckboxProps = {
  checked: boolean
  /** Called also with whether Shift is held, which extends a selection. */
  onChange: (checked: boolean, isShift: boolean) => void
  disabled?: boolean
  /** The label, which can be clicked too. */
  children: ReactNode
}

export function Checkbox({ checked, onChange, disabled, children }: CheckboxProps) {
  return (
    <label
      className={cx(
        "flex items-start gap-3 py-1.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:py-2.5",
        disabled ? "cursor-not-allowed text-ink-faint" : "cursor-pointer",
      )}
    >
      <span className="relative mt-0.5 size-5 shrink-0">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={({ target, nativeEvent }) =>
            onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
          className="peer size-full cursor-[inherit] appearance-none rounded-sm border border-line-strong bg-paper transition-colors checked:border-accent checked:bg-accent disabled:border-line disabled:bg-tile"
        />
        <Check
          className="pointer-events-none absolute inset-0.5 size-4 text-white not-peer-checked:hidden forced-colors:hidden"
          strokeWidth={2.5}
        />
      </span>
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}
