import type { ComponentProps, ElementType } from "react"
import { cx } from "@/lib/cx"

type Drawing = { node: readonly [ElementType, Record<string, string>][] }

/**
 * Make a component of one of lucide-react's drawings; the build puts this in the place of the package's own
 * `createLucideIcon` (vite.config.ts), which weighs a kilobyte for settings that the shop has no use for.
 */
export default function createIcon({ node }: Drawing) {
  return ({ className, ...rest }: ComponentProps<"svg">) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
      className={cx("lucide", className)}
    >
      {node.map(([Shape, { key, ...lines }]) => (
        <Shape key={key} {...lines} />
      ))}
    </svg>
  )
}
