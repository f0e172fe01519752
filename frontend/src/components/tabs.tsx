import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { cx } from "@/lib/cx"
import { SectionBoundary } from "./section-boundary"

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** The open tab; the first one where there is none of this value. */
  value: string
  onChange: (value: string) => void
}

/** Tabs: only the open panel is in the document; arrow keys move between the tabs. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const here = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  )
  const open = tabs[here]
  const [first] = useState(open?.value)
  if (!open) return null

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1
    const places: Record<string, number> = {
      ArrowRight: here === last ? 0 : here + 1,
      ArrowLeft: here === 0 ? last : here - 1,
      Home: 0,
      End: last,
    }
    const place = places[event.key]
    const next = place === undefined ? undefined : tabs[place]
    if (place === undefined || !next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[place]?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="relative scrollbar-none flex gap-5 sm:gap-8 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => {
          const chosen = tab === open
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-panel` : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={move}
              className="-mb-px min-h-12 shrink-0 border-transparent border-b-2 text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div
        key={open.value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${open.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of plain text is reached by Tab, too.
        tabIndex={0}
        // The first panel does not play the entrance animation.
        className={cx("pt-8 focus-visible:outline-offset-4", open.value !== first && "animate-fade-in")}
      >
        <SectionBoundary>{open.content}</SectionBoundary>
      </div>
    </div>
  )
}
