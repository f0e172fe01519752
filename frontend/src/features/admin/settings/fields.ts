import type { Schemas } from "@/lib/api"
import type { SettingsNow } from "./queries"

type Settings = SettingsNow["settings"]
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
/** The opening hours as they are edited: a list, since a conflict and a merge take a list as one value. */
export type TypedTimetable = readonly (readonly [day: string, hours: string])[]
export type ClosedDay = Schemas["ClosedDay"]

/** The form's values: by section and field, as they are typed. */
export type SettingsValues = Record<string, Record<string, unknown>>

export const kindOf = (path: string): FieldKind | undefined => {
  const [section = "", field = ""] = path.split(".")
  return (sections as Record<string, Record<string, FieldKind>>)[section]?.[field]
}

/** A stored value as it is typed; a provider without a share has an empty one. */
export function typed(kind: FieldKind | undefined, value: unknown, providers: readonly string[] = []) {
  if (kind === "number") return String(value)
  if (kind === "rupees") return String(Number(value) / 100)
  if (kind === "pincodes") return (value as string[]).join(", ")
  if (kind === "timetable") return Object.entries(value as Timetable)
  if (kind !== "shares") return value
  const shares = value as Record<string, number>
  return Object.fromEntries(
    [...Object.keys(shares), ...providers].map((name) => [name, `${shares[name] ?? ""}`]),
  )
}

/** Return the stored form of a typed value; a text that is no number is sent as it is, for the server to refuse. */
export function stored(kind: FieldKind | undefined, value: unknown): unknown {
  if (kind === "timetable") return Object.fromEntries(value as TypedTimetable)
  if (kind === "shares" && typeof value !== "string") {
    const shares = Object.entries(value as Record<string, string>).filter(([, share]) => share.trim() !== "")
    return Object.fromEntries(shares.map(([provider, share]) => [provider, stored("number", share)]))
  }
  if (typeof value !== "string") return value
  const text = value.trim()
  if (kind === "number") return /^\d+$/.test(text) ? Number(text) : text
  if (kind === "rupees") return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : text
  if (kind === "pincodes") return text.split(/[\s,;]+/).filter(Boolean)
  return value
}

const mapFields = (settings: object, convert: (kind: FieldKind | undefined, value: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(settings as SettingsValues).map(([section, fields]) => [
      section,
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [
          field,
          convert(kindOf(`${section}.${field}`), value),
        ]),
      ),
    ]),
  )

/** The settings as the form's values. */
export const valuesOf = ({
  settings,
  providers,
}: Pick<SettingsNow, "settings" | "providers">): SettingsValues =>
  mapFields(settings, (kind, value) => typed(kind, value, providers))

/** The sections that the form changes, whole, as they are sent; one that is typed back to what it was is left out. */
export function changedSections(settings: Settings, values: SettingsValues): Partial<Settings> {
  const isChanged = ([section, fields]: [string, unknown]) =>
    JSON.stringify(fields) !== JSON.stringify(settings[section as SectionName])
  return Object.fromEntries(Object.entries(mapFields(values, stored)).filter(isChanged))
}
