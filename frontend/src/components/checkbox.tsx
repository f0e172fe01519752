import { Checkbox as Base } from "@base-ui/react/checkbox"
import { Check } from "lucide-react"
import type { ReactNode } from "react"

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
  /** The label; what stands here can be clicked too. */
  children: ReactNode
}

export function Checkbox({ checked, onChange, disabled, name, children }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base.Root, which renders the input.
    <label className="flex cursor-pointer items-start gap-3 py-1.5 has-data-disabled:cursor-not-allowed has-data-disabled:text-ink-faint">
      <Base.Root
        name={name}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-paper transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:border-line data-disabled:bg-tile"
      >
        <Base.Indicator className="text-white data-unchecked:hidden">
          <Check aria-hidden="true" className="size-4" strokeWidth={2.5} />
        </Base.Indicator>
      </Base.Root>
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}
