import { Badge, type Tone } from "@/components/badge"
import { useLabels } from "@/features/admin/shared/labels"
import type { Status } from "./transaction-filters"

const tones: Record<Status, Tone> = {
  SUCCESS: "success",
  PENDING: "warning",
  FAILED: "danger",
  CANCELLED: "neutral",
  EXPIRED: "orange",
  REFUNDED: "purple",
}

export function StatusBadge({ status }: { status: Status }) {
  const { status: label } = useLabels()
  return (
    <Badge tone={tones[status]} dot>
      {label(status)}
    </Badge>
  )
}
