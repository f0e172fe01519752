import type { Schemas } from "@/lib/api"
import { email, line, newPassword, password, phone } from "@/lib/person"
import { z } from "@/lib/zod"
import { logInByPassword, register, sendLoginCode, verifyLoginCode } from "./calls"

/** What the login asks for, whatever the way; each way looks at its own part. */
export type Typed = { name: string; email: string; phone: string; password: string }
export type Way = "code" | "password" | "register"
export type Entry = Schemas["LoginData"]

const unasked = z.string()

/** The token, unless a code has been sent and is asked for next. */
const entryOf = ({ token, expiresIn, user }: Schemas["LoginStep"]): Entry | null =>
  token && expiresIn && user ? { token, expiresIn, user } : null

function entered(step: Schemas["LoginStep"]): Entry {
  const entry = entryOf(step)
  if (!entry) throw new Error("the code was right, yet nobody is logged in")
  return entry
}

type Rules = {
  fields: readonly (keyof Typed)[]
  schema: z.ZodType<Typed, Typed>
  ask: (typed: Typed) => Promise<Entry | null>
  verify: (typed: Typed, otp: string) => Promise<Entry>
}

/** The ways in: by a code alone, by a password (staff: and a code), or by opening an account with a password. */
export const ways: Record<Way, Rules> = {
  code: {
    fields: ["email"],
    schema: z.object({ name: unasked, email, phone: unasked, password: unasked }),
    ask: async ({ email }) => {
      await sendLoginCode(email)
      return null
    },
    verify: ({ email }, otp) => verifyLoginCode(email, otp),
  },
  password: {
    fields: ["email", "password"],
    schema: z.object({ name: unasked, email, phone: unasked, password }),
    ask: async ({ email, password }) => entryOf(await logInByPassword({ email, password })),
    verify: async ({ email, password }, otp) => entered(await logInByPassword({ email, password }, otp)),
  },
  register: {
    fields: ["name", "email", "phone", "password"],
    schema: z.object({ name: line, email, phone, password: newPassword }),
    ask: async (typed) => entryOf(await register(typed)),
    verify: async (typed, otp) => entered(await register(typed, otp)),
  },
}
export const wayNames = Object.keys(ways) as Way[]
