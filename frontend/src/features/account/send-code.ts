import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { api, unwrapWithMessage } from "@/lib/api"
import { toast } from "@/lib/toast"

/** Have a code sent; what went wrong is shown beside the field by whoever asked. */
export function useSendCode(onSent: (email: string) => void) {
  const { t } = useTranslation("account")
  return useMutation({
    retry: false,
    mutationFn: (email: string) => unwrapWithMessage(api.POST("/api/auth/send-otp", { body: { email } })),
    onSuccess: (_, email) => {
      toast.success(t("login.sent"))
      onSent(email)
    },
  })
}
