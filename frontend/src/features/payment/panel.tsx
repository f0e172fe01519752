import { type ReactNode, useState } from "react"
import { cx } from "@/lib/cx"
import { Emblem, type Tone } from "./emblem"

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
        <p className="mx-auto mt-3 max-w-lg text-ink-soft">{lead}</p>
      </div>
      {children}
    </article>
  )
}
