import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { cx } from "@/lib/cx"

type NoticeTone = "info" | "success" | "warning" | "danger"

const looks: Record<NoticeTone, string> = {
  info: "bg-info-wash text-info",
  success: "bg-success-wash text-success",
  warning: "bg-warning-wash text-warning",
  danger: "bg-danger-wash text-danger",
}
const icons: Record<NoticeTone, typeof Info> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

type NoticeProps = {
  tone?: NoticeTone
  /** Read out when it appears: for what answers something the reader just did. */
  announce?: boolean
  title?: ReactNode
  className?: string
  children?: ReactNode
}

/** Notice inside a page or dialog. */
export function Notice({ tone = "info", announce, title, className, children }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      role={announce ? "alert" : undefined}
      className={cx("flex gap-3 rounded-md px-4 py-3.5", looks[tone], className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 text-sm">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
