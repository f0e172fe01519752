import { useOwnMark } from "@/i18n/brand"
import { cx } from "@/lib/cx"

/** A five-faced bead, seen from its hole. */
export function BeadMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      className={className}
    >
      <circle cx="24" cy="24" r="3" />
      {[0, 72, 144, 216, 288].map((angle) => (
        <g key={angle} transform={`rotate(${angle} 24 24)`}>
          {/* One face: the cleft from the hole to the rim, and the swelling between two clefts. */}
          <path d="M24 21c-1.4-4.4-1.2-9 0-13.2" />
          <path d="M24 7.8c3.6-3.6 10.4-1.6 15.4 10.9" />
          <path d="M29.4 16.6c2.2-1.4 3.6-1 4.6.6" opacity=".55" />
        </g>
      ))}
    </svg>
  )
}

/** The shop's mark: its own, or the bead. */
export function Mark({ className }: { className?: string }) {
  const own = useOwnMark()
  if (!own) return <BeadMark className={className} />
  return <img src={`${own}-icon-192.png`} alt="" width={192} height={192} className={className} />
}

/** The mark and the name of the shop. */
export function Wordmark({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-2.5", className)}>
      <Mark className="size-9 text-accent" />
      <span className="font-display text-xl leading-none tracking-tight">{name}</span>
    </span>
  )
}
