import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import { useForm } from "react-hook-form"
import { Button } from "@/components/button"
import { PhoneField } from "@/components/email-field"
import { TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { line, optionalPhone } from "@/lib/person-fields"
import { toast } from "@/lib/toast"
import { z } from "@/lib/zod"
import type { User } from "@/stores/session"
import { useDraft } from "./drafts"
import { refuseFields, useFields } from "./fields"
import { Section } from "./section"
import { useShowUser } from "./use-account"

const schema = z.object({ name: line, phone: optionalPhone, language: z.enum(["en", "hi"]) })

export function DetailsSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const errorText = useErrorText()
  const showUser = useShowUser()
  const language: "en" | "hi" = user.language === "hi" ? "hi" : "en"
  const form = useForm({
    // A change on another device arrives here; what is being typed stays.
    values: { name: user.name, phone: user.phone, language },
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(schema),
    mode: "onTouched",
  })
  const field = useFields(form)
  useDraft("details", user._id, form)

  const save = useMutation({
    mutationFn: (body: z.infer<typeof schema>) => unwrap(api.PUT("/api/auth/profile", { body })),
    onSuccess: ({ user: saved }) => {
      toast.success(t("profile.saved"))
      form.reset({ name: saved.name, phone: saved.phone, language: saved.language === "hi" ? "hi" : "en" })
      showUser(saved)
    },
    onError: (error) => {
      if (!refuseFields(form, error)) toast.error(errorText(error, t("profile.saveFailed")))
    },
  })

  return (
    <Section title={t("details.title")} lead={t("details.lead")}>
      <form noValidate onSubmit={form.handleSubmit((body) => save.mutate(body))}>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            {...field("name")}
            autoComplete="name"
            autoCapitalize="words"
            className="sm:col-span-2"
          />
          <PhoneField {...field("phone")} hint={t("details.phoneHint")} />
          <NativeSelect
            {...field("language")}
            options={[
              { value: "en", label: "English" },
              { value: "hi", label: "हिन्दी" },
            ]}
          />
        </div>
        <Button
          type="submit"
          className="mt-6 max-sm:w-full"
          busy={save.isPending}
          disabled={!form.formState.isDirty}
        >
          {t("details.save")}
        </Button>
      </form>
    </Section>
  )
}
