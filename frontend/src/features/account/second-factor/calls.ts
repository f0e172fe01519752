import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser"
import { queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { accessToken, replaceSession } from "@/stores/session"

export type SecondFactor = Schemas["SecondFactorOut"]
export type SecondFactorData = Schemas["SecondFactorData"]

export const secondFactorQuery = queryOptions({
  queryKey: ["me", "second-factor"],
  queryFn: read("/api/auth/second-factor", {}, "secondFactor"),
  staleTime: 0,
})

/** Create a passkey in the browser and register it. */
export async function addPasskey(name: string) {
  const { options } = await unwrap(api.POST("/api/auth/second-factor/passkeys/options"))
  const { startRegistration } = await import("@simplewebauthn/browser")
  // The server writes and reads these by the standard; the API's document knows them as JSON only.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const credential = { ...(await startRegistration({ optionsJSON })) }
  return replaceSession(() =>
    unwrap(api.POST("/api/auth/second-factor/passkeys", { body: { credential, name } })),
  )
}

export const removePasskey = (passkeyId: string) =>
  unwrap(
    api.DELETE("/api/auth/second-factor/passkeys/{passkey_id}", {
      params: { path: { passkey_id: passkeyId } },
    }),
  )

export const beginApp = () => unwrap(api.POST("/api/auth/second-factor/app"))
export const confirmApp = (code: string) =>
  replaceSession(() => unwrap(api.POST("/api/auth/second-factor/app/confirm", { body: { code } })))
export const removeApp = () => unwrap(api.DELETE("/api/auth/second-factor/app"))
export const renewRecoveryCodes = () => unwrap(api.POST("/api/auth/second-factor/recovery-codes"))

export async function verifyPasskey() {
  const { options } = await unwrap(api.POST("/api/auth/second-factor/verify/options"))
  const { startAuthentication } = await import("@simplewebauthn/browser")
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = { ...(await startAuthentication({ optionsJSON })) }
  return replaceSession(() =>
    unwrap(api.POST("/api/auth/second-factor/verify/passkey", { body: { credential } })),
  )
}

export const verifyCode = (code: string) =>
  replaceSession(() => unwrap(api.POST("/api/auth/second-factor/verify/code", { body: { code } })))

/** Skip the second factor; only for sample accounts, in development. */
export const skipInDevelopment = () =>
  replaceSession(async (): Promise<Schemas["LoginData"]> => {
    const answer = await fetch("/dev/second-factor", {
      method: "POST",
      headers: { Authorization: `Bearer ${await accessToken()}` },
    })
    if (!answer.ok) throw new Error("not in development")
    return answer.json()
  })
