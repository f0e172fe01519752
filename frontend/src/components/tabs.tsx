import { Tabs as Base } from "@base-ui/react/tabs"
import type { ReactNode } from "react"

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: string; content: ReactNode }[]
}

/** Several texts in one place, one in sight; arrow keys move between them. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Base.Root defaultValue={tabs[0]?.value}>
      <Base.List
        aria-label={label}
        className="scrollbar-none flex gap-8 overflow-x-auto border-line border-b"
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
        <Base.Panel key={tab.value} value={tab.value} className="pt-8">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
