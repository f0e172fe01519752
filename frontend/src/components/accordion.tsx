import { Accordion as Base } from "@base-ui/react/accordion"
import { ChevronDown } from "lucide-react"
import type { ReactNode } from "react"

type AccordionProps = {
  sections: readonly { value: string; title: ReactNode; content: ReactNode }[]
  /** The sections that are open at first. */
  open?: readonly string[]
}

/** Sections that unfold under their headings, each for itself. */
export function Accordion({ sections, open }: AccordionProps) {
  return (
    <Base.Root multiple defaultValue={open ? [...open] : []} className="border-line border-t">
      {sections.map((section) => (
        <Base.Item key={section.value} value={section.value} className="border-line border-b">
          <Base.Header className="font-text text-base">
            <Base.Trigger
              data-printed
              className="group flex min-h-13 w-full items-center justify-between gap-4 py-2 text-left transition-colors hover:text-accent focus-visible:-outline-offset-2"
            >
              {section.title}
              <ChevronDown
                aria-hidden="true"
                className="size-4.5 shrink-0 text-ink-soft transition-[rotate] group-data-panel-open:rotate-180"
              />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-250 data-ending-style:h-0 data-starting-style:h-0">
            <div className="pb-5 text-ink-soft">{section.content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  )
}
