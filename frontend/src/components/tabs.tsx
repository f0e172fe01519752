import { Tabs as Base } from "@base-ui/react/tabs"
import type { ReactNode } from "react"

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** The open tab, where the page keeps it (in its address, say); without it the tabs keep it themselves. */
  value?: string
  onChange?: (value: string) => void
}

/** Several texts in one place, one in sight and in the page; arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const known = value === undefined || tabs.some((tab) => tab.value === value)
  return (
    <Base.Root
      value={known ? value : tabs[0]?.value}
      defaultValue={tabs[0]?.value}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <Base.List
        aria-label={label}
        className="relative scrollbar-none flex gap-8 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-12 shrink-0 border-transparent border-b-2 text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          className="animate-fade-in pt-8 focus-visible:outline-offset-4"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
