import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { replaceSession } from "@/stores/session"

export type SavedAddress = Schemas["SavedAddressOut"]
type SavedAddressBody = Schemas["SavedAddressIn"]
type ProfileBody = Schemas["ProfileIn"]
type RegisterBody = Omit<Schemas["RegisterIn"], "otp">
type PasswordLoginBody = Omit<Schemas["PasswordLoginIn"], "otp">
export type LoginStep = Schemas["LoginStep"]
/** Proof of ownership of the account: the code sent to its address, or its password. */
export type ProofBody = { otp: string; password: string }
type Purpose = Schemas["ConfirmationIn"]["purpose"]

export const sendLoginCode = (email: string) => unwrap(api.POST("/api/auth/send-otp", { body: { email } }))
export const verifyLoginCode = (email: string, otp: string) =>
  unwrap(api.POST("/api/auth/verify-otp", { body: { email, otp } }))
/** Without a code, one is sent; with it, the account is created. */
export const register = (body: RegisterBody, otp?: string) =>
  unwrap(api.POST("/api/auth/register", { body: { ...body, otp } }))
/** Without a code, customers are logged in and staff are sent one. */
export const logInByPassword = (body: PasswordLoginBody, otp?: string) =>
  unwrap(api.POST("/api/auth/login", { body: { ...body, otp } }))

export const updateProfile = async (body: ProfileBody) =>
  (await unwrap(api.PUT("/api/auth/profile", { body }))).user
export const sendEmailCode = (email: string) =>
  unwrap(api.POST("/api/auth/email/send-otp", { body: { email } }))
/** `otp` was sent to the new address. */
export const changeEmail = async (email: string, otp: string, proof: ProofBody) =>
  (await replaceSession(() => unwrap(api.PUT("/api/auth/email", { body: { email, otp, proof } })))).user
/** Have a code sent to the account's own address. */
export const sendConfirmation = (purpose: Purpose) =>
  unwrap(api.POST("/api/auth/confirm/send-otp", { body: { purpose } }))
export const setPassword = async (password: string, proof: ProofBody) =>
  (await replaceSession(() => unwrap(api.PUT("/api/auth/password", { body: { password, proof } })))).user
/** Undo a changed address or password by the key of the link in our mail. */
export const undoChange = (key: string) => unwrap(api.POST("/api/auth/undo", { body: { key } }))

/** The address book; keyed by the account's version, so that a change on another device causes a refetch. */
export const addressesQuery = (version: number) =>
  queryOptions({
    queryKey: ["me", "addresses", version],
    queryFn: read("/api/auth/addresses", {}, "addresses"),
    placeholderData: keepPreviousData,
  })
export const saveAddress = (body: SavedAddressBody, id?: string) =>
  unwrap(
    id
      ? api.PUT("/api/auth/addresses/{address_id}", { params: { path: { address_id: id } }, body })
      : api.POST("/api/auth/addresses", { body }),
  )
export const removeAddress = (id: string) =>
  unwrap(api.DELETE("/api/auth/addresses/{address_id}", { params: { path: { address_id: id } } }))

export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: read("/api/auth/sessions", {}, "sessions"),
  staleTime: 0,
})
/** Log one device out, or all of them. */
export const endSessions = (sessionId: string | null, proof: ProofBody) =>
  unwrap(api.POST("/api/auth/sessions/end", { body: { sessionId, proof } }))

export const downloadData = () => unwrap(api.GET("/api/auth/data"))
export const deleteAccount = (proof: ProofBody) =>
  unwrap(api.POST("/api/auth/account/delete", { body: { proof } }))
