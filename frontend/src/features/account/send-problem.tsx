import { Notice } from "@/components/notice"
import { useErrorText } from "@/i18n/error-text"

/** Why no code was sent, or nothing saved: above the form, for what belongs to none of its fields. */
export function SendProblem({ error, fallback }: { error: Error | null; fallback: string }) {
  const errorText = useErrorText()
  return (
    error && (
      <Notice tone="danger" announce>
        {errorText(error, fallback)}
      </Notice>
    )
  )
}
