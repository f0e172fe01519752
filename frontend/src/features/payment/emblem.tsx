import { Check, PackageCheck, TriangleAlert, X } from "lucide-react"
import { cx } from "@/lib/cx"
import type { PaymentStatus } from "@/lib/payment-status"

export type Tone = PaymentStatus["outcome"] | "warning"

const looks: Record<Tone, string> = {
  success: "border-success/40 bg-success-wash text-success",
  processing: "border-line bg-tile text-accent",
  failed: "border-danger/40 bg-danger-wash text-danger",
  received: "border-info/40 bg-info-wash text-info",
  warning: "border-warning/40 bg-warning-wash text-warning",
}

const icons = { success: Check, failed: X, received: PackageCheck, warning: TriangleAlert }

/** Icon of the state; the heading below names it. */
export function Emblem({ tone }: { tone: Tone }) {
  const Icon = tone === "processing" ? null : icons[tone]
  return (
    <span
      aria-hidden="true"
      className={cx("mx-auto flex size-20 items-center justify-center rounded-full border", looks[tone])}
    >
      {Icon ? (
        <Icon className="size-9" strokeWidth={1.5} />
      ) : (
        // Moves once a second, to show that the page is still active.
        <span className="inline-block size-8 animate-tick rounded-full border-2 border-current border-r-transparent" />
      )}
    </span>
  )
}
