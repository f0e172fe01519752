import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import { useForm } from "react-hook-form"
import { Navigate, useLocation } from "react-router-dom"
import { Button } from "@/components/button"
import { EmailField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { email, line, newPassword } from "@/lib/person-fields"
import { z } from "@/lib/zod"
import { useSession } from "@/stores/session"
import { refuseFields, useFields } from "./fields"
import { Heading } from "./heading"

const schema = z.object({ name: line, email, password: newPassword })
type Input = z.infer<typeof schema>

/** Target of the one-time link by which a new shop gets its first admin. */
export function Component() {
  const { t } = useTranslation("account")
  const key = useLocation().hash.slice(1)
  const logIn = useSession((session) => session.logIn)
  const pending = useSession((session) => session.pending)
  const form = useForm<Input>({
    defaultValues: { name: "", email: "", password: "" },
    resolver: zodResolver(schema),
  })
  const field = useFields(form)
  const create = useMutation({
    mutationFn: (typed: Input) => unwrap(api.POST("/api/auth/first-admin", { body: { key, ...typed } })),
    onSuccess: logIn,
    onError: (error) => refuseFields(form, error),
  })

  // The login goes on there: the second factor is set up.
  if (pending !== null) return <Navigate replace to="/login?redirect=/admin" />
  return (
    <div className="page max-w-xl py-12 sm:py-20">
      <PageHead title={t("firstAdmin.title")} />
      <div className="rounded-lg border border-line bg-paper px-5 py-9 sm:px-10 sm:py-12">
        <Heading title={t("firstAdmin.title")}>{t("firstAdmin.lead")}</Heading>
        {key ? (
          <form
            noValidate
            onSubmit={form.handleSubmit((typed) => create.mutate(typed))}
            className="space-y-5"
          >
            <ErrorNotice error={create.error} fallback={t("register.failed")} />
            <TextField {...field("name")} autoComplete="name" autoCapitalize="words" />
            <EmailField {...field("email")} autoComplete="username" />
            <TextField
              {...field("password")}
              type="password"
              autoComplete="new-password"
              hint={t("password.hint")}
            />
            <Button type="submit" className="w-full" busy={create.isPending}>
              {t("register.submit")}
            </Button>
          </form>
        ) : (
          <Notice tone="warning">{t("firstAdmin.incomplete")}</Notice>
        )}
      </div>
    </div>
  )
}
