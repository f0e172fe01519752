import { useErrorText } from "@/i18n/error-text"
import { Notice } from "./notice"

type ErrorNoticeProps = { error: Error | null; fallback?: string; title?: string; className?: string }

/** Notice of an error that belongs to no field of the form. */
export function ErrorNotice({ error, fallback, ...notice }: ErrorNoticeProps) {
  const errorText = useErrorText()
  return (
    error && (
      <Notice tone="danger" announce {...notice}>
        {errorText(error, fallback)}
      </Notice>
    )
  )
}
