import { ArrowLeft } from "lucide-react"
import { Link, type LinkProps } from "@/components/link"

/** The way back from one row to its list. */
export const BackLink = ({ children, ...link }: LinkProps) => (
  <Link {...link} className="inline-flex min-h-11 items-center gap-2 text-accent text-sm hover:underline">
    <ArrowLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
)
