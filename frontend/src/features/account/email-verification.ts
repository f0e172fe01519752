import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"

export type EmailVerificationOptions<Asked, Done> = {
  /** Have a code sent. Returns the result when the server needed no code, else null. */
  requestCode: (asked: Asked) => Promise<Done | null>
  /** `own` is the second code, for changes that also send one to the current address of the account. */
  verify: (asked: Asked, otp: string, own: string) => Promise<Done>
  onDone: (done: Done) => void
  /** Returns true when it has shown the error beside the fields it is about. */
  onRequestRefused?: (error: Error) => boolean
  onCodeRefused?: (error: Error) => void
}

/** A change that the server makes only after verification by a code sent by e-mail: request the code, then verify it. */
export function useEmailVerification<Asked, Done>(options: EmailVerificationOptions<Asked, Done>) {
  const { requestCode, verify, onDone, onRequestRefused, onCodeRefused } = options
  const { t } = useTranslation("account")
  const [sent, setSent] = useState<{ asked: Asked; at: number } | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)

  const request = useMutation({
    mutationFn: requestCode,
    onMutate: () => setProblem(null),
    onSuccess: (done, asked) => {
      if (done !== null) return onDone(done)
      toast.success(t("login.sent"))
      setSent({ asked, at: Date.now() })
    },
    onError: (error) => {
      if (!onRequestRefused?.(error)) setProblem(error)
    },
  })

  return {
    /** The request that the last code was sent for, and the time in milliseconds since 1970; null before. */
    sent,
    requestCode: request.mutate,
    requesting: request.isPending,
    /** The error because of which no code was sent, unless it is shown beside a field. */
    problem,
    clearProblem: () => setProblem(null),
    verify: (asked: Asked, otp: string, own = "") => verify(asked, otp, own),
    resend: async (asked: Asked) => {
      await requestCode(asked)
      setSent({ asked, at: Date.now() })
    },
    onDone,
    onCodeRefused,
    /** Return to the form, which shows the reason if there is one. */
    back: (reason?: Error) => {
      setSent(null)
      if (reason) setProblem(reason)
    },
  }
}

export type EmailVerification<Asked, Done> = ReturnType<typeof useEmailVerification<Asked, Done>>
