import { Notice } from "@/components/notice"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { CodeField } from "@/features/admin/shared/form-fields"
import { required, text } from "@/features/admin/shared/form-rules"
import { useFieldName } from "@/features/admin/shared/labels"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { ruleOf, valuesOf } from "./draft"
import { type AdminDiscount, discountQuery, discountsKey } from "./queries"
import { RuleFields } from "./rule-fields"

type DiscountDialogProps = {
  /** The code, as the page shows it now. */
  editing: AdminDiscount | "new" | null
  onClose: () => void
}

/** A discount code's form. */
export function DiscountDialog({ editing, onClose }: DiscountDialogProps) {
  const { t } = useTranslation("discounts")
  const code = editing === "new" ? null : editing
  const uses = code?.uses ?? 0
  return (
    <FormDialog
      open={editing !== null}
      onClose={onClose}
      size="lg"
      title={code === null ? t("add") : t("editOf", { code: code.code })}
      schema={ruleOf(t).and(z.object({ code: code ? text : required(t("faults.codeMissing")) }))}
      start={valuesOf(code)}
      lock={{
        row: code,
        valuesOf,
        refusal: "DISCOUNT_CHANGED",
        newest: async (client) => (await client.fetchQuery(discountQuery(code?.code ?? ""))).discount,
        label: useFieldName("discounts"),
      }}
      act={({ code: typed, ...rule }, base) =>
        base === null
          ? sendForMessage("post", "/api/admin/discounts", { body: { code: typed, ...rule } })
          : sendForMessage("put", "/api/admin/discounts/{code}", {
              path: { code: base.code },
              body: { ...rule, version: base.version },
            })
      }
      renews={[discountsKey]}
      failed={t("saveFailed")}
      submit={t("save")}
    >
      {({ values: { limit } }) => (
        <>
          {code === null && (
            <CodeField
              path="code"
              label={t("fields.code")}
              hint={t("hints.code")}
              maxLength={24}
              className="max-w-sm"
            />
          )}
          <RuleFields />
          {limit.trim() !== "" && Number(limit) < uses && (
            <Notice tone="warning">{t("limitBelowUses", { count: uses })}</Notice>
          )}
          {uses > 0 && <p className="text-ink-soft text-sm">{t("editText")}</p>}
        </>
      )}
    </FormDialog>
  )
}
