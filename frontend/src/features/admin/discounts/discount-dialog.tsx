import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { sendForMessage } from "@/features/admin/shared/send"
import { ChangedBy, StaleNotice } from "@/features/admin/shared/stale-notice"
import { useDraft, useSettle } from "@/features/admin/shared/use-draft"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { messageOf } from "@/lib/use-action"
import { bodyOf, draftOf } from "./draft"
import { type AdminDiscount, discountQuery, discountsKey } from "./queries"
import { RuleFields, useFaults } from "./rule-fields"

type DiscountDialogProps = {
  editing: AdminDiscount | "new" | null
  onClose: () => void
}

/** A discount code's form. */
export function DiscountDialog({ editing, onClose }: DiscountDialogProps) {
  const { t } = useTranslation("discounts")
  return (
    <Dialog
      open={editing !== null}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={editing === "new" || editing === null ? t("add") : t("editOf", { code: editing.code })}
    >
      {editing && <DiscountForm code={editing === "new" ? null : editing} onClose={onClose} />}
    </Dialog>
  )
}

type DiscountFormProps = Omit<DiscountDialogProps, "editing"> & {
  /** The code, as the page shows it now; null for a new one. */
  code: AdminDiscount | null
}

function DiscountForm({ code, onClose }: DiscountFormProps) {
  const { t } = useTranslation("discounts")
  const errorText = useErrorText()
  const { base, draft, setDraft, rebase } = useDraft(code, draftOf)
  const faultsOf = useFaults()
  const saving = useFormAction({
    start: [draft, setDraft],
    problems: (values) => ({
      ...faultsOf(values),
      code: !values.code.trim() && t("faults.codeMissing"),
    }),
    act: () => {
      const { code: typed, ...rule } = bodyOf(draft)
      if (!base) return sendForMessage("post", "/api/admin/discounts", { body: { code: typed, ...rule } })
      return sendForMessage("put", "/api/admin/discounts/{code}", {
        path: { code: base.code },
        body: { ...rule, version: base.version },
      })
    },
    done: messageOf,
    onDone: onClose,
    renews: [discountsKey],
  })
  const isStale = saving.error instanceof ApiError && saving.error.code === "DISCOUNT_CHANGED"
  const limit = Number(draft.limit)
  const overLimit = code !== null && !faultsOf(draft).limit && draft.limit.trim() !== "" && limit < code.uses

  const settle = useSettle(discountQuery(draft.code), t("failed"), ({ discount }, keepMine) => {
    rebase(discount, keepMine)
    saving.reset()
  })
  return (
    <ActionForm
      sticky
      form={saving}
      failed={t("saveFailed")}
      submit={t("save")}
      onCancel={onClose}
      notice={
        isStale && (
          <StaleNotice title={errorText(saving.error, t("saveFailed"))} refused onSettle={settle}>
            <ChangedBy error={saving.error} />
          </StaleNotice>
        )
      }
    >
      {code === null && (
        <TextField
          label={t("fields.code")}
          hint={t("hints.code")}
          maxLength={24}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="max-w-sm"
          {...saving.field("code")}
          onChange={({ target }) => saving.put({ code: target.value.toUpperCase() })}
        />
      )}
      <RuleFields />
      {overLimit && <Notice tone="warning">{t("limitBelowUses", { count: code.uses })}</Notice>}
      {code !== null && code.uses > 0 && <p className="text-ink-soft text-sm">{t("editText")}</p>}
    </ActionForm>
  )
}
