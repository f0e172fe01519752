import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"

/** Return true when passkeys work here: they are bound to a host name, never to an IP address. */
export const passkeysWork = () =>
  window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.:[\]]+$/.test(window.location.hostname)

/** Returns a function that says why a second factor was not accepted; the browser's own refusals have no words. */
export function useProblemText() {
  const { t } = useTranslation("secondFactor")
  const errorText = useErrorText()
  return (error: Error) => (error instanceof ApiError ? errorText(error) : t("passkey.cancelled"))
}
