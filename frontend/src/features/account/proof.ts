import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"

type ProofOptions<Asked, Done> = {
  /** Have a code sent. What it returns ends the matter: no code was needed. */
  ask: (asked: Asked) => Promise<Done | null>
  verify: (asked: Asked, otp: string) => Promise<Done>
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
    forgetProblem: () => setProblem(null),
    verify: (asked: Asked, otp: string) => verify(asked, otp),
    askAgain: async (asked: Asked) => {
      await ask(asked)
      setSent({ asked, at: Date.now() })
    },
    onDone,
    onCodeRefused,
    back: () => setSent(null),
  }
}

export type Proof<Asked, Done> = ReturnType<typeof useProof<Asked, Done>>
