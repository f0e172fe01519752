import type { ComponentProps, MouseEvent, ReactNode } from "react"
import { cx } from "@/lib/cx"
import { Link, type LinkProps } from "./link"
import { Spinner } from "./spinner"

export type ButtonLook = {
  variant?: "primary" | "secondary" | "quiet"
  size?: "sm" | "md" | "lg"
}

const variants = {
  primary: "bg-accent text-white hover:bg-accent-deep",
  secondary: "border border-line-strong bg-transparent text-ink hover:border-accent hover:text-accent",
  quiet: "text-accent hover:bg-accent-wash",
}
const sizes = {
  sm: "min-h-9 px-3.5 text-sm pointer-coarse:min-h-11",
  md: "min-h-11 px-5 text-base",
  lg: "min-h-13 px-8 text-base",
}

export const buttonClass = ({ variant = "primary", size = "md" }: ButtonLook) =>
  cx(
    "inline-flex items-center justify-center gap-2 rounded-sm text-center font-medium transition-colors select-none forced-colors:border",
    "locked:cursor-not-allowed locked:border-line locked:bg-tile locked:text-ink-faint",
    variants[variant],
    sizes[size],
  )

type Busy = {
  /** Work is under way: the button is locked, keeps the focus and says so to screen readers. */
  busy?: boolean
}

/**
 * Attributes that lock a busy button. `disabled` would throw the focus back to the page's top, so the press itself does
 * nothing; Enter in a field of its form is such a press, too.
 */
const locked = {
  disabled: false,
  "aria-busy": true,
  "aria-disabled": true,
  onClick(event: MouseEvent) {
    event.preventDefault()
    event.stopPropagation()
  },
}

type ButtonProps = ComponentProps<"button"> & ButtonLook & Busy & { children: ReactNode }

export function Button({ variant, size, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && locked)}
      className={cx(buttonClass({ variant, size }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={cx(buttonClass({ variant, size }), "print:hidden", className)} />
}

/** A square button that shows only an icon; the label is read aloud and shown as a tooltip. */
export function IconButton({
  label,
  busy,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "aria-label" | "title"> & Busy & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && locked)}
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink transition-colors hover:text-accent locked:text-ink-faint",
        className,
      )}
    />
  )
}
