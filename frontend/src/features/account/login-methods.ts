import { api, type Schemas, unwrap } from "@/lib/api"
import { email, line, newPassword, password, phone } from "@/lib/person-fields"
import { z } from "@/lib/zod"

/** The fields of the login form; each login method uses some of them. */
export type LoginInput = { name: string; email: string; phone: string; password: string }
export type LoginMethod = "code" | "password" | "register"
export type LoginResult = Schemas["LoginData"]

const unused = z.string()

/** The session; null when a code has been sent and must be verified first. */
const resultOf = ({ token, expiresIn, user }: Schemas["LoginStep"]): LoginResult | null =>
  token && expiresIn && user ? { token, expiresIn, user } : null

type MethodRules = {
  fields: readonly (keyof LoginInput)[]
  schema: z.ZodType<LoginInput, LoginInput>
  /** Log in, with a mailed code if there is one; null when a code has been sent and must be verified. */
  logIn: (typed: LoginInput, otp?: string) => Promise<LoginResult | null>
}

/** The login methods: a code by e-mail, a password (and a code for staff), or a new account with a password. */
export const loginMethods: Record<LoginMethod, MethodRules> = {
  code: {
    fields: ["email"],
    schema: z.object({ name: unused, email, phone: unused, password: unused }),
    logIn: async ({ email }, otp) => {
      if (otp) return unwrap(api.POST("/api/auth/verify-otp", { body: { email, otp } }))
      await unwrap(api.POST("/api/auth/send-otp", { body: { email } }))
      return null
    },
  },
  password: {
    fields: ["email", "password"],
    schema: z.object({ name: unused, email, phone: unused, password }),
    logIn: async ({ email, password }, otp) =>
      resultOf(await unwrap(api.POST("/api/auth/login", { body: { email, password, otp } }))),
  },
  register: {
    fields: ["name", "email", "phone", "password"],
    schema: z.object({ name: line, email, phone, password: newPassword }),
    logIn: async (typed, otp) =>
      resultOf(await unwrap(api.POST("/api/auth/register", { body: { ...typed, otp } }))),
  },
}
export const loginMethodNames = Object.keys(loginMethods) as LoginMethod[]

/** Log in with a mailed code. */
export async function verifyLogin(method: LoginMethod, typed: LoginInput, otp: string): Promise<LoginResult> {
  const result = await loginMethods[method].logIn(typed, otp)
  if (!result) throw new Error("the code was right, yet nobody is logged in")
  return result
}
