import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Notice } from "@/components/notice"
import { ChangedBy, StaleNotice } from "@/features/admin/shared/stale-notice"
import { useDraft } from "@/features/admin/shared/use-draft"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import { useLast } from "@/lib/use-last"
import { bodyOf, draftOf, faultsOf } from "./draft"
import { type AdminDiscount, discountQuery, saveDiscount } from "./queries"
import { RuleFields } from "./rule-fields"

type DiscountDialogProps = {
  editing: AdminDiscount | "new" | null
  onClose: () => void
  onSaved: (code: AdminDiscount) => void
}

/** Links the submit button in the dialog's footer to the form. */
const SAVING = ["staff", "discount", "save"]

/** A discount code's form. */
export function DiscountDialog({ editing, onClose, onSaved }: DiscountDialogProps) {
  const { t } = useTranslation("discounts")
  const last = useLast(editing)
  const id = useId()
  const saves = useIsMutating({ mutationKey: SAVING })
  return (
    <Dialog
      open={editing !== null}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={last === "new" || last === null ? t("add") : t("editOf", { code: last.code })}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={id} busy={saves > 0}>
            {t("save")}
          </Button>
        </div>
      }
    >
      {last && editing && (
        <DiscountForm
          id={id}
          key={last === "new" ? "new" : last.code}
          code={last === "new" ? null : last}
          onSaved={(saved) => {
            onSaved(saved)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

type DiscountFormProps = {
  id: string
  /** The code, as the page shows it now; null for a new one. */
  code: AdminDiscount | null
  onSaved: (code: AdminDiscount) => void
}

function DiscountForm({ id, code, onSaved }: DiscountFormProps) {
  const { t } = useTranslation("discounts")
  const errorText = useErrorText()
  const client = useQueryClient()
  const { base, draft, setDraft, rebase } = useDraft(code, draftOf)
  const [tried, setTried] = useState(false)
  const faults = faultsOf(draft)
  const codeMissing = !draft.code.trim()
  const saving = useMutation({
    mutationKey: SAVING,
    mutationFn: () => saveDiscount(bodyOf(draft), base?.version ?? null),
    onSuccess: ({ data, message }) => {
      toast.success(message ?? "")
      onSaved(data.discount)
    },
  })
  const refusal = saving.error instanceof ApiError ? saving.error : null
  const isStale = refusal?.code === "DISCOUNT_CHANGED"
  const errors = refusal?.errors ?? {}
  const limit = Number(draft.limit)
  const overLimit = code !== null && !faults.limit && draft.limit.trim() !== "" && limit < code.uses

  /** Take the newest state, with or without the own changes on top. */
  async function settle(keepMine: boolean) {
    if (!base) return
    const newest = await client.fetchQuery({ ...discountQuery(base.code), staleTime: 0 }).catch(() => null)
    if (!newest) {
      toast.error(t("failed"))
      return
    }
    rebase(newest.discount, keepMine)
    saving.reset()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (codeMissing || Object.keys(faults).length > 0) focusFirstError(event.currentTarget)
    else if (!saving.isPending) saving.mutate()
  }
  return (
    <form id={id} noValidate onSubmit={submit} aria-busy={saving.isPending} className="space-y-5">
      {code === null && (
        <TextField
          label={t("fields.code")}
          hint={t("hints.code")}
          maxLength={24}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="max-w-sm"
          value={draft.code}
          error={tried && codeMissing ? t("faults.codeMissing") : errors.code}
          onChange={({ target }) => setDraft({ ...draft, code: target.value.toUpperCase() })}
        />
      )}
      <RuleFields
        draft={draft}
        faults={tried ? faults : {}}
        errors={errors}
        onChange={(changed) => setDraft((now) => ({ ...now, ...changed }))}
      />
      {overLimit && <Notice tone="warning">{t("limitBelowUses", { count: code.uses })}</Notice>}
      {code !== null && code.uses > 0 && <p className="text-ink-soft text-sm">{t("editText")}</p>}
      <div className="sticky -bottom-5 sm:-bottom-6">
        {isStale ? (
          <StaleNotice
            title={errorText(saving.error, t("saveFailed"))}
            refused
            onKeepMine={() => void settle(true)}
            onTakeTheirs={() => void settle(false)}
          >
            <ChangedBy error={refusal} />
          </StaleNotice>
        ) : (
          <ErrorNotice error={saving.error} fallback={t("saveFailed")} />
        )}
      </div>
    </form>
  )
}
