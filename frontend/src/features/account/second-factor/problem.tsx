import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"

/** Return true when passkeys work here: they are bound to a host name, never to an IP address. */
export const passkeysWork = () =>
  window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.:[\]]+$/.test(window.location.hostname)

/** Return a function that words the refusal of a second factor; the browser's own refusals have no text. */
export function useProblemText() {
  const { t } = useTranslation("secondFactor")
  const errorText = useErrorText()
  return (error: Error) => (error instanceof ApiError ? errorText(error) : t("passkey.cancelled"))
}

export function Problem({ error }: { error: Error | null }) {
  const problemText = useProblemText()
  return (
    error && (
      <Notice tone="danger" announce>
        {problemText(error)}
      </Notice>
    )
  )
}
