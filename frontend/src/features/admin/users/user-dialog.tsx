import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { EmailField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { AuditList } from "@/features/admin/audit/audit-list"
import { StaffChange } from "@/features/admin/refunds/approval-people"
import { ActionForm } from "@/features/admin/shared/action-form"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { DetailDialog } from "@/features/admin/shared/detail-dialog"
import { text } from "@/features/admin/shared/form-rules"
import { useLabels } from "@/features/admin/shared/labels"
import { Part } from "@/features/admin/shared/panel"
import { orderAddress } from "@/features/admin/shared/record-address"
import { TextLink } from "@/features/admin/shared/text-link"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { useMay, useUser } from "@/stores/session"
import { CustomerNotes } from "./customer-notes"
import { type AdminUser, type Change, changeUser, type Role, roles, userQuery, usersKey } from "./queries"

/** One account: profile, orders, payments, audit log. */
export function UserDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  const { t, i18n } = useTranslation("adminUsers")
  const labels = useLabels()
  const query = useQuery({ ...userQuery(userId ?? ""), enabled: userId !== null })
  const user = query.data?.user
  const mayChange = useMay("users")
  const mayRead = useMay("support")
  return (
    <DetailDialog
      open={userId !== null}
      onClose={onClose}
      title={user?.name || user?.email || t("details.title")}
      description={user && t("details.since", { when: formatStaffDateTime(user.createdAt, i18n.language) })}
      query={query}
      loading={t("loading")}
      failed={t("details.failed")}
    >
      {({ user, ...data }) => (
        <div className="space-y-7 text-sm">
          <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
            <Part title={t("details.contact")}>
              <p className="break-all" translate="no">
                {user.email}
              </p>
              <p className="tabular-nums">{user.phone || t("noPhone")}</p>
              <p className="mt-2 flex flex-wrap gap-2">
                <RoleBadge role={user.role} />
                {user.isBlocked && <Badge tone="danger">{t("blocked")}</Badge>}
              </p>
            </Part>
            <Part title={t("details.figures")}>
              <p>{t("details.orders", { count: data.totalOrders })}</p>
              <p>{t("details.spent", { amount: formatRupees(data.spent) })}</p>
              <p>{t("details.sessions", { count: data.sessions })}</p>
            </Part>
          </div>
          {user.role !== "customer" && (
            <Part title={t("details.lastChange")}>
              <StaffChange change={data.lastChange} />
            </Part>
          )}
          {mayChange && <Changes user={user} changedById={data.lastChange?.changedById ?? null} />}
          <Rows
            title={t("details.theirOrders")}
            none={t("details.noOrders")}
            rows={data.orders.map(({ orderId, status, totalAmount }) => ({
              id: orderId,
              to: orderAddress(orderId),
              status: labels.orderStatus(status),
              amount: totalAmount,
            }))}
          />
          <Rows
            title={t("details.theirPayments")}
            none={t("details.noPayments")}
            rows={data.payments.map(({ transactionId, status, amount }) => ({
              id: transactionId,
              to: `/admin/transactions?transaction=${transactionId}`,
              status: labels.status(status),
              amount,
            }))}
          />
          {mayRead && (
            <Part title={t("notes.title")}>
              <CustomerNotes userId={user._id} />
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
      )}
    </DetailDialog>
  )
}

type RowsProps = {
  title: string
  /** Text without rows. */
  none: string
  rows: readonly { id: string; to: string; status: string; amount: number }[]
}

/** The orders or payments of the account, each with its link. */
function Rows({ title, none, rows }: RowsProps) {
  return (
    <Part title={title}>
      {rows.length === 0 && <p className="text-ink-soft">{none}</p>}
      <ul className="divide-y divide-line">
        {rows.map(({ id, to, status, amount }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <TextLink to={to} translate="no">
              {id}
            </TextLink>
            <span>{status}</span>
            <span className="tabular-nums" translate="no">
              {formatRupees(amount)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
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

/** Form for a staff member's login e-mail; nobody changes their own. */
function StaffEmail({ user }: { user: AdminUser }) {
  const { t } = useTranslation("adminUsers")
  const form = useFormAction({
    schema: z.object({ email: text }),
    start: { email: user.email },
    act: ({ email }) => changeUser(user._id, { verb: "email", email }),
    done: t("changes.done"),
    renews: [userQuery(user._id).queryKey, usersKey],
  })
  if (useUser().user?._id === user._id) return <p className="text-ink-soft">{t("changes.ownEmail")}</p>
  return (
    <ActionForm
      inline
      form={form}
      failed={t("changes.failed")}
      submit={t("changes.changeEmail")}
      disabled={!form.isDirty || !form.values.email.trim()}
    >
      <EmailField
        label={t("changes.email")}
        hint={t("changes.emailText")}
        autoComplete="off"
        {...form.field("email")}
      />
    </ActionForm>
  )
}

/** Role, blocking, reset of the second factor; each with a confirmation. */
function Changes({ user, changedById }: { user: AdminUser; changedById: string | null }) {
  const { t, i18n } = useTranslation("adminUsers")
  const [role, setRole] = useState<Role>(user.role)
  const ownId = useUser().user?._id
  const isOwn = ownId === user._id
  const [asking, setAsking] = useState<"block" | "reset-second-factor" | null>(null)
  const shared = { done: t("changes.done"), renews: [userQuery(user._id).queryKey, usersKey] }
  const change = useAction({ ...shared, act: (wanted: Change) => changeUser(user._id, wanted) })
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
          onClick={() => change.mutate({ verb: "role", role }, { onError: () => setRole(user.role) })}
        >
          {t("changes.giveRole")}
        </Button>
        {user.isBlocked ? (
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ verb: "unblock", note: "" })}
          >
            {t("changes.unblock")}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => setAsking("block")}>
            {t("changes.block")}
          </Button>
        )}
        {user.role !== "customer" && !isOwn && (
          <Button variant="secondary" onClick={() => setAsking("reset-second-factor")}>
            {t("changes.resetFactor")}
          </Button>
        )}
      </div>
      <p className="text-ink-soft">{t(`roleNotes.${role}`)}</p>
      {user.role !== "customer" && <StaffEmail key={user.email} user={user} />}
      <ConfirmDialog
        {...shared}
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t(asking === "block" ? "changes.block" : "changes.resetFactor")}
        description={user.name || user.email}
        verb={t(asking === "block" ? "changes.blockNow" : "changes.resetNow")}
        reasonLabel={t("changes.reason")}
        act={(note) => changeUser(user._id, { verb: asking ?? "block", note })}
        failed={t("changes.failed")}
      >
        <Notice tone="warning">{t(asking === "block" ? "changes.blockText" : "changes.resetText")}</Notice>
      </ConfirmDialog>
      <ErrorNotice error={change.error} fallback={t("changes.failed")} />
    </section>
  )
}
