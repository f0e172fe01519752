import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"

type Json = { [key: string]: unknown }

/* The server writes and reads these by the standard; the API's document knows them as JSON only. */

export async function makePasskey(options: Json): Promise<Json> {
  const made = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return { ...made }
}

export async function provePasskey(options: Json): Promise<Json> {
  const used = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  return { ...used }
}
