import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"

type ProofOptions<Asked, Done> = {
  /** Have a code sent. What it returns ends the matter: no code was needed. */
  ask: (asked: Asked) => Promise<Done | null>
  /** `own` is the second code, where one was sent to the account's own address, too. */
  verify: (asked: Asked, otp: string, own: string) => Promise<Done>
  onDone: (done: Done) => void
  /** Whether the refusal has been said beside its fields. */
  onAskRefused?: (error: Error) => boolean
  onCodeRefused?: (error: Error) => void
}

/** What is changed only once a code sent by e-mail has come back: first asked for, then proven. */
export function useProof<Asked, Done>(options: ProofOptions<Asked, Done>) {
  const { ask, verify, onDone, onAskRefused, onCodeRefused } = options
  const { t } = useTranslation("account")
  const [sent, setSent] = useState<{ asked: Asked; at: number } | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)

  const asking = useMutation({
    retry: false,
    mutationFn: ask,
    onMutate: () => setProblem(null),
    onSuccess: (done, asked) => {
      if (done !== null) return onDone(done)
      toast.success(t("login.sent"))
      setSent({ asked, at: Date.now() })
    },
    onError: (error) => {
      if (!onAskRefused?.(error)) setProblem(error)
    },
  })

  return {
    /** What the code that is on its way is for, and when it was sent, in milliseconds since 1970. */
    sent,
    ask: asking.mutate,
    asking: asking.isPending,
    /** Why no code was sent, unless it stands beside a field. */
    problem,
    clearProblem: () => setProblem(null),
    verify: (asked: Asked, otp: string, own = "") => verify(asked, otp, own),
    askAgain: async (asked: Asked) => {
      await ask(asked)
      setSent({ asked, at: Date.now() })
    },
    onDone,
    onCodeRefused,
    /** Back to the form, which says why where there is a reason. */
    back: (reason?: Error) => {
      setSent(null)
      if (reason) setProblem(reason)
    },
  }
}

export type Proof<Asked, Done> = ReturnType<typeof useProof<Asked, Done>>
