import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { EmailField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Link } from "@/components/link"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { AuditList } from "@/features/admin/audit/audit-list"
import { StaffChange } from "@/features/admin/refunds/approval-people"
import { useLabels } from "@/features/admin/shared/labels"
import { LoadingOrProblem } from "@/features/admin/shared/load-problem"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { formatStaffDateTime } from "@/lib/staff-time"
import { toast } from "@/lib/toast"
import { useLast } from "@/lib/use-last"
import { useMay, useUser } from "@/stores/session"
import { CustomerNotes } from "./customer-notes"
import {
  type AdminUser,
  type Change,
  changeUser,
  type Role,
  roles,
  userQuery,
  usersKey,
} from "./user-queries"

/** One account: profile, orders, payments, audit log. */
export function UserDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  const last = useLast(userId)
  if (last === null) return null
  return <Opened key={last} userId={last} open={userId !== null} onClose={onClose} />
}

function Opened({ userId, open, onClose }: { userId: string; open: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation("adminUsers")
  const labels = useLabels()
  const { data, error, isFetching, refetch } = useQuery({ ...userQuery(userId), enabled: open })
  const mayChange = useMay("users")
  const mayRead = useMay("support")
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      size="lg"
      title={data?.user.name || data?.user.email || t("details.title")}
      description={
        data && t("details.since", { when: formatStaffDateTime(data.user.createdAt, i18n.language) })
      }
    >
      {data ? (
        <div className="space-y-7 text-sm">
          <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
            <Part title={t("details.contact")}>
              <p className="break-all" translate="no">
                {data.user.email}
              </p>
              <p className="tabular-nums">{data.user.phone || t("noPhone")}</p>
              <p className="mt-2 flex flex-wrap gap-2">
                <RoleBadge role={data.user.role} />
                {data.user.isBlocked && <Badge tone="danger">{t("blocked")}</Badge>}
              </p>
            </Part>
            <Part title={t("details.figures")}>
              <p>{t("details.orders", { count: data.totalOrders })}</p>
              <p>{t("details.spent", { amount: formatRupees(data.spent) })}</p>
              <p>{t("details.sessions", { count: data.sessions })}</p>
            </Part>
          </div>
          {data.user.role !== "customer" && (
            <Part title={t("details.lastChange")}>
              <StaffChange change={data.lastChange} />
            </Part>
          )}
          {mayChange && <Changes user={data.user} changedById={data.lastChange?.changedById ?? null} />}
          <Part title={t("details.theirOrders")}>
            {data.orders.length === 0 && <p className="text-ink-soft">{t("details.noOrders")}</p>}
            <ul className="divide-y divide-line">
              {data.orders.map((order) => (
                <li key={order._id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                  <Link
                    to={`/admin/order-management?order=${order.orderId}`}
                    className="inline-flex items-center text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
                    translate="no"
                  >
                    {order.orderId}
                  </Link>
                  <span>{labels.orderStatus(order.status)}</span>
                  <span className="tabular-nums" translate="no">
                    {formatRupees(order.totalAmount)}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
          <Part title={t("details.theirPayments")}>
            {data.payments.length === 0 && <p className="text-ink-soft">{t("details.noPayments")}</p>}
            <ul className="divide-y divide-line">
              {data.payments.map((payment) => (
                <li key={payment._id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                  <Link
                    to={`/admin/transactions?transaction=${payment.transactionId}`}
                    className="inline-flex items-center break-all text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
                    translate="no"
                  >
                    {payment.transactionId}
                  </Link>
                  <span>{labels.status(payment.status)}</span>
                  <span className="tabular-nums" translate="no">
                    {formatRupees(payment.amount)}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
          {mayRead && (
            <Part title={t("notes.title")}>
              <CustomerNotes userId={userId} />
            </Part>
          )}
          <Part title={t("details.log")}>
            {data.log.length === 0 ? (
              <p className="text-ink-soft">{t("details.noLog")}</p>
            ) : (
              <AuditList entries={data.log} />
            )}
          </Part>
        </div>
      ) : (
        <LoadingOrProblem
          loading={t("loading")}
          title={t("details.failed")}
          {...retryOf({ error, isFetching, refetch })}
        />
      )}
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium font-text text-ink-soft text-sm">{title}</h3>
      {children}
    </section>
  )
}

export function RoleBadge({ role }: { role: Role }) {
  const { t } = useTranslation("adminUsers")
  return (
    <Badge tone={role === "admin" ? "accent" : role === "customer" ? "neutral" : "info"}>
      {t(`roles.${role}`)}
    </Badge>
  )
}

type StaffEmailProps = { user: AdminUser; busy: boolean; onChange: (email: string) => void }

/** Form for a staff member's login e-mail; nobody changes their own. */
function StaffEmail({ user, busy, onChange }: StaffEmailProps) {
  const { t } = useTranslation("adminUsers")
  const [email, setEmail] = useState(user.email)
  if (useUser().user?._id === user._id) return <p className="text-ink-soft">{t("changes.ownEmail")}</p>
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(email.trim())
      }}
    >
      <EmailField
        label={t("changes.email")}
        hint={t("changes.emailText")}
        autoComplete="off"
        className="min-w-0 grow basis-72"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button type="submit" busy={busy} disabled={!email.trim() || email.trim() === user.email}>
        {t("changes.changeEmail")}
      </Button>
    </form>
  )
}

/** Role, blocking, reset of the second factor; each with a confirmation. */
function Changes({ user, changedById }: { user: AdminUser; changedById: string | null }) {
  const { t, i18n } = useTranslation("adminUsers")
  const client = useQueryClient()
  const [role, setRole] = useState<Role>(user.role)
  const ownId = useUser().user?._id
  const isOwn = ownId === user._id
  const [asking, setAsking] = useState<"block" | "reset" | null>(null)
  const [note, setNote] = useState("")
  const [tried, setTried] = useState(false)
  const change = useMutation({
    mutationFn: (wanted: Change) => changeUser(user._id, wanted),
    onSuccess: () => {
      toast.success(t("changes.done"))
      setAsking(null)
      setNote("")
      setTried(false)
    },
    onError: () => setRole(user.role),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(userQuery(user._id)),
        client.invalidateQueries({ queryKey: usersKey }),
      ]),
  })
  return (
    <section className="space-y-4 rounded-md border border-line p-4">
      <h3 className="font-medium font-text text-ink-soft text-sm">{t("changes.title")}</h3>
      {user.approvesFrom && (
        <Notice tone="warning">
          <p>
            {t("changes.confirmText", {
              name: user.name || user.email,
              when: formatStaffDateTime(user.approvesFrom, i18n.language),
            })}
          </p>
          {!isOwn && ownId !== changedById && (
            <Button
              size="sm"
              className="mt-3"
              busy={change.isPending && change.variables.verb === "confirm"}
              onClick={() => change.mutate({ verb: "confirm" })}
            >
              {t("changes.confirm")}
            </Button>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <NativeSelect
          label={t("changes.role")}
          className="min-w-52"
          value={role}
          options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={({ target }) => setRole(roles.find((name) => name === target.value) ?? user.role)}
        />
        <Button
          disabled={role === user.role}
          busy={change.isPending && change.variables.verb === "role"}
          onClick={() => change.mutate({ verb: "role", role })}
        >
          {t("changes.giveRole")}
        </Button>
        {user.isBlocked ? (
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ verb: "unblock" })}
          >
            {t("changes.unblock")}
          </Button>
        ) : (
          <Button
            variant="secondary"
            aria-expanded={asking === "block"}
            onClick={() => setAsking(asking === "block" ? null : "block")}
          >
            {t("changes.block")}
          </Button>
        )}
        {user.role !== "customer" && !isOwn && (
          <Button
            variant="secondary"
            aria-expanded={asking === "reset"}
            onClick={() => setAsking(asking === "reset" ? null : "reset")}
          >
            {t("changes.resetFactor")}
          </Button>
        )}
      </div>
      <p className="text-ink-soft">{t(`roleNotes.${role}`)}</p>
      {user.role !== "customer" && (
        <StaffEmail
          key={user.email}
          user={user}
          busy={change.isPending && change.variables.verb === "email"}
          onChange={(email) => change.mutate({ verb: "email", email })}
        />
      )}
      {(asking === "reset" || (asking === "block" && !user.isBlocked)) && (
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (!note.trim()) focusFirstError(event.currentTarget)
            else change.mutate({ verb: asking, note: note.trim() })
          }}
        >
          <Notice tone="warning">{t(asking === "block" ? "changes.blockText" : "changes.resetText")}</Notice>
          <TextArea
            label={t("changes.reason")}
            error={tried && !note.trim() ? t("changes.reasonMissing") : undefined}
            maxLength={MAX_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Button type="submit" busy={change.isPending}>
            {t(asking === "block" ? "changes.blockNow" : "changes.resetNow")}
          </Button>
        </form>
      )}
      <ErrorNotice error={change.error} fallback={t("changes.failed")} />
    </section>
  )
}
