import type { ReactNode } from "react"
import { cx } from "@/lib/cx"
import { Button, type ButtonLook } from "./button"

type PageButtonsProps = ButtonLook & {
  page: number
  totalPages: number
  onTurn: (page: number) => void
  previous: string
  next: string
  /** Accessible name of the navigation landmark; without it there is no landmark, as inside a dialog. */
  label?: string
  className: string
  /** Text between the buttons. */
  children?: ReactNode
}

/** Buttons to the previous and the next page of a list that changes in place; renders nothing for a single page. */
export function PageButtons(props: PageButtonsProps) {
  const { page, totalPages, onTurn, previous, next, label, className, children, ...look } = props
  if (totalPages <= 1) return null
  const Container = label ? "nav" : "div"
  return (
    <Container aria-label={label} className={cx("flex", className)}>
      <Button {...look} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {previous}
      </Button>
      {children}
      <Button {...look} disabled={page >= totalPages} onClick={() => onTurn(page + 1)}>
        {next}
      </Button>
    </Container>
  )
}
