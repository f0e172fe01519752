import { useRef } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import { useTranslation } from "@/i18n"
import { useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { toast } from "@/lib/toast"
import { useMay, useUser } from "@/stores/session"

const BOARD = "/admin/transactions"

/** Tell whoever asked for a refund, and whoever looks at the transactions, that the provider has finished it. */
export function useRefundNotices() {
  const { t } = useTranslation("admin")
  const { user } = useUser()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const maySee = useMay("transactions")
  const told = useRef(new Set<string>())
  useTopicEvents(maySee ? "staff:refunds" : null, ({ rows = [] }) => {
    for (const { id, row } of rows) {
      const isMine = user !== null && row.requestedById === user._id
      const isDeclined = row.errorCode === "DECLINED"
      // Whoever declined it, perhaps their own, has just been told.
      if (isDeclined && (!isMine || row.decidedBy === row.requestedBy)) continue
      if (told.current.has(id) || !(isMine || pathname === BOARD)) continue
      told.current.add(id)
      const { transactionId, status } = row
      const facts = { amount: formatRupees(row.amount), id: transactionId }
      const see = {
        label: t("refunds.see"),
        onClick: () => void navigate(`${BOARD}?transaction=${transactionId}`),
      }
      if (isDeclined) toast.error(t("refunds.declinedNotice", { ...facts, reason: row.decisionNotes }), see)
      else if (status === "done") toast.success(t("refunds.processed", facts), see)
      else toast.error(t("refunds.returned", facts), see)
    }
  })
}
