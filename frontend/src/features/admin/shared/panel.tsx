import { type ReactNode, useId } from "react"

/** A part of a page of figures under its own heading. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-paper p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {aside && <span className="text-ink-soft text-xs">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

export function Bar({ value }: { value: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 min-w-0 flex-1">
      <rect width="100" height="4" rx="2" className="fill-tile" />
      <rect width={Math.max(0, Math.min(100, value))} height="4" rx="2" className="fill-accent" />
    </svg>
  )
}
