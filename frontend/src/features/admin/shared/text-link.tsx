import { Link, type LinkProps } from "@/components/link"
import { cx } from "@/lib/cx"

/** A link in a text or a table cell. */
export const TextLink = ({ className, ...link }: LinkProps) => (
  <Link
    {...link}
    className={cx(
      "inline-flex min-h-6 items-center break-all text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11",
      className,
    )}
  />
)
