import { Notice } from "@/components/notice"
import { useErrorText } from "@/i18n/error-text"

/** Error above the form, for errors that belong to no field. */
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
