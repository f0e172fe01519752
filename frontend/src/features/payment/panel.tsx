import { Check, PackageCheck, TriangleAlert, X } from "lucide-react"
import { type ReactNode, useState } from "react"
import { cx } from "@/lib/cx"
import type { shownOutcome } from "@/lib/payment-status"

type Tone = ReturnType<typeof shownOutcome> | "warning"

const looks: Record<Tone, string> = {
  success: "border-success/40 bg-success-wash text-success",
  processing: "border-line bg-tile text-accent",
  failed: "border-danger/40 bg-danger-wash text-danger",
  cancelled: "border-line bg-tile text-ink-soft",
  received: "border-info/40 bg-info-wash text-info",
  warning: "border-warning/40 bg-warning-wash text-warning",
}

const icons = { success: Check, failed: X, cancelled: X, received: PackageCheck, warning: TriangleAlert }

type PanelProps = { tone: Tone; title: string; lead: ReactNode; children?: ReactNode }

/** The card every state of a payment is shown on. */
export function Panel({ tone, title, lead, children }: PanelProps) {
  const [first] = useState(tone)
  return (
    <article className="rounded-lg border border-line bg-paper px-5 py-10 sm:px-12 sm:py-14">
      {/* The server-rendered card does not play the entrance animation. */}
      <div key={tone} className={cx("text-center", tone !== first && "animate-fade-in")}>
        <Emblem tone={tone} />
        <h1 className="mt-6 text-3xl">{title}</h1>
        <p className="mx-auto mt-3 max-w-lg text-balance text-ink-soft">{lead}</p>
      </div>
      {children}
    </article>
  )
}

/** Icon of the state; the heading below names it. */
function Emblem({ tone }: { tone: Tone }) {
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
