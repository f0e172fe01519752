import { Menu as Base } from "@base-ui/react/menu"
import type { ReactElement, ReactNode } from "react"
import { Link } from "./link"

type MenuProps = {
  /** The button that opens it, with its own accessible name. */
  trigger: ReactElement
  children: ReactNode
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} className="z-50 outline-hidden">
          <Base.Popup className="min-w-56 rounded-sm border border-line bg-paper py-1.5 shadow-float outline-hidden transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass =
  "flex min-h-10.5 w-full cursor-default items-center gap-3 px-4 text-left text-sm outline-hidden select-none data-highlighted:bg-accent-wash data-highlighted:text-accent"

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item onClick={onClick} className={itemClass}>
      {children}
    </Base.Item>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={itemClass}>
      {children}
    </Base.LinkItem>
  )
}

/** A line of text between items, such as who is signed in. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="mb-1.5 border-line border-b px-4 pt-1.5 pb-3 text-ink-soft text-sm">
        {children}
      </Base.GroupLabel>
    </Base.Group>
  )
}
