import { NativeSelect } from "./native-select"

type SelectProps<T extends string> = {
  label: string
  /** Keep the label for screen readers only, where the place explains itself. */
  hideLabel?: boolean
  value: T
  options: readonly { value: T; label: string; disabled?: boolean }[]
  onChange: (value: T) => void
  className?: string
}

/** Choose one of a few. */
export function Select<T extends string>({ onChange, ...rest }: SelectProps<T>) {
  return <NativeSelect {...rest} onChange={(event) => onChange(event.target.value as T)} />
}
