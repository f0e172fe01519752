import type { Schemas } from "@/lib/api"
import { email, line, newPassword, password, phone } from "@/lib/person-fields"
import { z } from "@/lib/zod"
import { logInByPassword, register, sendLoginCode, verifyLoginCode } from "./calls"

/** The fields of the login form; each login method uses some of them. */
export type LoginInput = { name: string; email: string; phone: string; password: string }
export type LoginMethod = "code" | "password" | "register"
export type LoginResult = Schemas["LoginData"]

const unused = z.string()

/** The session; null when a code has been sent and must be verified first. */
const resultOf = ({ token, expiresIn, user }: Schemas["LoginStep"]): LoginResult | null =>
  token && expiresIn && user ? { token, expiresIn, user } : null

function requireResult(step: Schemas["LoginStep"]): LoginResult {
  const result = resultOf(step)
  if (!result) throw new Error("the code was right, yet nobody is logged in")
  return result
}

type MethodRules = {
  fields: readonly (keyof LoginInput)[]
  schema: z.ZodType<LoginInput, LoginInput>
  /** Start the login; null when a code has been sent and must be verified. */
  requestCode: (typed: LoginInput) => Promise<LoginResult | null>
  verify: (typed: LoginInput, otp: string) => Promise<LoginResult>
}

/** The login methods: a code by e-mail, a password (and a code for staff), or a new account with a password. */
export const loginMethods: Record<LoginMethod, MethodRules> = {
  code: {
    fields: ["email"],
    schema: z.object({ name: unused, email, phone: unused, password: unused }),
    requestCode: async ({ email }) => {
      await sendLoginCode(email)
      return null
    },
    verify: ({ email }, otp) => verifyLoginCode(email, otp),
  },
  password: {
    fields: ["email", "password"],
    schema: z.object({ name: unused, email, phone: unused, password }),
    requestCode: async ({ email, password }) => resultOf(await logInByPassword({ email, password })),
    verify: async ({ email, password }, otp) =>
      requireResult(await logInByPassword({ email, password }, otp)),
  },
  register: {
    fields: ["name", "email", "phone", "password"],
    schema: z.object({ name: line, email, phone, password: newPassword }),
    requestCode: async (typed) => resultOf(await register(typed)),
    verify: async (typed, otp) => requireResult(await register(typed, otp)),
  },
}
export const loginMethodNames = Object.keys(loginMethods) as LoginMethod[]
