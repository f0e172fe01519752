import type { ComponentProps } from "react"
import { Link, type LinkProps } from "@/components/link"
import { cx } from "@/lib/cx"

const look =
  "inline-flex min-h-6 items-center break-all text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"

/** A link in a text or a table cell. */
export const TextLink = ({ className, ...link }: LinkProps) => (
  <Link {...link} className={cx(look, className)} />
)

/** The same to a page outside of the back office, in a new tab. */
export const OuterLink = ({ className, children, ...link }: ComponentProps<"a">) => (
  <a {...link} target="_blank" rel="noreferrer" className={cx(look, className)}>
    {children}
  </a>
)
