import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import type { Challenge } from "altcha-lib/types"

/**
 * Solve the challenge of a refused call: the value of its header; null where the browser cannot.
 *
 * Web Crypto derives each key in a thread of its own, so the page stays responsive without a worker.
 */
export async function solve(refusal: { data?: { challenge?: Challenge } }): Promise<string | null> {
  const challenge = refusal.data?.challenge
  // Only there in a secure context.
  if (!challenge || !globalThis.crypto?.subtle) return null
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
