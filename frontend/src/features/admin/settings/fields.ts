import type { Schemas } from "@/lib/api"
import type { SettingsNow } from "./queries"

export type Settings = SettingsNow["settings"]
type SectionName = keyof Settings

/** The kind of input of a field; `rupees` are stored as whole paise. */
export type FieldKind =
  | "text"
  | "lines"
  | "number"
  | "rupees"
  | "switch"
  | "state"
  | "registration"
  | "pincodes"
  | "shares"
  | "timetable"
  | "closedDays"

/** Every field by section, in the order of the screen. */
export const sections: { [S in SectionName]: { [F in keyof Settings[S]]: FieldKind } } = {
  seller: { legalName: "text", address: "lines", grievanceOfficer: "text" },
  contact: {
    email: "text",
    phone: "text",
    whatsapp: "text",
    instagram: "text",
    facebook: "text",
    youtube: "text",
  },
  delivery: { usualDays: "text", promisedDays: "number" },
  shipping: { flatPaise: "rupees", freeAbovePaise: "rupees" },
  ordering: {
    maxQuantity: "number",
    paymentMinutes: "number",
    holdMinutes: "number",
    waitlistOfferMinutes: "number",
  },
  returns: {
    returnDays: "number",
    refundDays: "text",
    replacementDays: "text",
    approvalAbovePaise: "rupees",
  },
  promises: { authentic: "switch", labCertified: "switch", moneyBackFactor: "number" },
  hours: {
    aroundTheClock: "switch",
    timetable: "timetable",
    closedDays: "closedDays",
    answerHours: "number",
    paymentProblemHours: "number",
    confirmationMailMinutes: "text",
    mailLateMinutes: "number",
    confirmationMailHours: "number",
    grievanceHours: "number",
    grievanceDays: "number",
  },
  tax: {
    registration: "registration",
    state: "state",
    gstin: "text",
    pricesIncludeTax: "switch",
    invoicePrefix: "text",
    creditNotePrefix: "text",
    billOfSupplyPrefix: "text",
  },
  payments: { providerWeights: "shares", providerFees: "text" },
  cashOnDelivery: {
    enabled: "switch",
    feePaise: "rupees",
    minimumPaise: "rupees",
    maximumPaise: "rupees",
    servedPincodes: "pincodes",
    refusedPincodes: "pincodes",
    refusedDeliveriesAllowed: "number",
    unpaidOrdersPerBuyer: "number",
    unpaidPaisePerBuyer: "rupees",
    unpaidOrdersPerNetwork: "number",
    unpaidPaisePerPincode: "rupees",
    stockSharePercent: "number",
  },
  limits: {
    unpaidOrdersPerBuyer: "number",
    unpaidPiecesPerBuyer: "number",
    unpaidOrdersPerNetwork: "number",
    unpaidPiecesPerNetwork: "number",
    stockSharePercent: "number",
    codesPerDay: "number",
  },
  retention: {
    mailsDays: "number",
    ticketsDays: "number",
    unpaidOrdersDays: "number",
    eventsDays: "number",
    webhookBodiesDays: "number",
  },
}

export const sectionNames = Object.keys(sections) as SectionName[]

/** "10:00-19:00" by weekday. */
export type Timetable = Readonly<Record<string, string>>
export type ClosedDay = Schemas["ClosedDay"]

/** A field as it is edited: hours and closed days as a whole, all others as they are typed. */
export type DraftValue = string | boolean | Timetable | readonly ClosedDay[]

/** The changed values by path, such as "returns.returnDays". */
export type Draft = Readonly<Record<string, DraftValue>>

export const kindOf = (path: string): FieldKind | undefined => {
  const [section = "", field = ""] = path.split(".")
  return (sections as Record<string, Record<string, FieldKind>>)[section]?.[field]
}

/** A stored value as it is typed. */
export function typed(kind: FieldKind, value: unknown): string | boolean {
  if (kind === "switch") return value === true
  if (kind === "rupees") return String(Number(value) / 100)
  if (kind === "pincodes") return (value as string[]).join(", ")
  return String(value)
}

/** Return the stored form of a typed value; a text that is no number is sent as it is, for the server to refuse. */
export function stored(kind: FieldKind, value: DraftValue): unknown {
  if (typeof value !== "string") return value
  const text = value.trim()
  if (kind === "number") return /^\d+$/.test(text) ? Number(text) : text
  if (kind === "rupees") return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : text
  if (kind === "pincodes") return text.split(/[\s,;]+/).filter(Boolean)
  return value
}

/** Return the stored values by path, each in a list of its own: a timetable is one value. */
export const valuesByPath = (settings: Settings) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([section, fields]) =>
      Object.entries(fields).map(([field, value]) => [`${section}.${field}`, [value]] as const),
    ),
  )

type Sections = Record<string, Record<string, unknown>>

/** The sections that the draft changes, whole, as they are sent; one that is typed back to what it was is left out. */
export function changedSections(settings: Settings, draft: Draft): Partial<Settings> {
  const now = settings as unknown as Sections
  const changed: Sections = {}
  for (const [path, value] of Object.entries(draft)) {
    const [section = "", field = "", provider] = path.split(".")
    const kind = kindOf(path)
    const before = now[section]
    if (!kind || !before) continue
    const held = changed[section] ?? before
    changed[section] = {
      ...held,
      [field]: provider === undefined ? stored(kind, value) : withShare(held[field], provider, String(value)),
    }
  }
  for (const [section, fields] of Object.entries(changed))
    if (JSON.stringify(fields) === JSON.stringify(now[section])) delete changed[section]
  return changed as Partial<Settings>
}

/** The shares with one provider's; an empty one makes it a spare. */
function withShare(shares: unknown, provider: string, text: string) {
  const { [provider]: _, ...others } = shares as Record<string, unknown>
  return text.trim() === "" ? others : { ...others, [provider]: stored("number", text) }
}
