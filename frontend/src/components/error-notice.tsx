import { useErrorText } from "@/i18n/error-text"
import { Notice } from "./notice"

/** Notice of an error that belongs to no field of the form. */
export function ErrorNotice({ error, fallback }: { error: Error | null; fallback?: string }) {
  const errorText = useErrorText()
  return (
    error && (
      <Notice tone="danger" announce>
        {errorText(error, fallback)}
      </Notice>
    )
  )
}
