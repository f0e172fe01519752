import type { Schemas } from "@/lib/api"
import type { SettingsNow } from "./queries"

type Settings = SettingsNow["settings"]
type SectionName = keyof Settings

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
  | "color"
  | "picture"
  | "homeSections"
  | "zones"

/** The sections in the order of the screen, with the kinds of the fields that neither name nor value tells. */
const sections: { [S in SectionName]: { [F in keyof Settings[S]]?: FieldKind } } = {
  brand: { mark: "picture", ground: "color", accent: "color" },
  home: { hero: "picture", sections: "homeSections" },
  seller: { address: "lines" },
  contact: {},
  delivery: {},
  shipping: { zones: "zones" },
  ordering: {},
  returns: { bankHolidays: "closedDays" },
  promises: {},
  hours: { timetable: "timetable", closedDays: "closedDays" },
  tax: { registration: "registration", state: "state" },
  payments: { providerWeights: "shares" },
  cashOnDelivery: {},
  limits: {},
  retention: {},
  setup: {},
}

export const sectionNames = Object.keys(sections) as SectionName[]

/** "10:00-19:00" by weekday. */
export type Timetable = Readonly<Record<string, string>>
/** The opening hours as they are edited: a list, since a conflict and a merge take a list as one value. */
export type TypedTimetable = readonly (readonly [day: string, hours: string])[]
export type ClosedDay = Schemas["ClosedDay"]
export type Zone = Schemas["Zone"]

/** Convert the fields of each zone by their kinds. */
const mapZones = (zones: unknown, convert: (kind: FieldKind, value: unknown) => unknown) =>
  (zones as Record<string, unknown>[]).map((zone) =>
    Object.fromEntries(
      Object.entries(zone).map(([name, value]) => [name, convert(kindOf(`zone.${name}`), value)]),
    ),
  )

/** The form's values: by section and field, as they are typed. */
export type SettingsValues = Record<string, Record<string, unknown>>

/** Return the kind of input of a field by its path and its stored value; `rupees` are stored as whole paise. */
export function kindOf(path: string, value?: unknown): FieldKind {
  const [section = "", field = ""] = path.split(".")
  const kind = (sections as Record<string, Record<string, FieldKind>>)[section]?.[field]
  if (kind) return kind
  if (field.includes("Paise")) return "rupees"
  if (/pincodes$/i.test(field)) return "pincodes"
  if (field.endsWith("Grams")) return "number"
  if (typeof value === "boolean") return "switch"
  return typeof value === "number" ? "number" : "text"
}

/** A stored value as it is typed; a provider without a share has an empty one. */
export function typed(kind: FieldKind, value: unknown, providers: Record<string, string> = {}): unknown {
  if (kind === "number") return String(value)
  if (kind === "rupees") return value === null ? "" : String(Number(value) / 100)
  if (kind === "pincodes") return (value as string[]).join(", ")
  if (kind === "zones") return mapZones(value, typed)
  if (kind === "timetable") return Object.entries(value as Timetable)
  if (kind !== "shares") return value
  const shares = value as Record<string, number>
  return Object.fromEntries(
    [...Object.keys(shares), ...Object.keys(providers)].map((name) => [name, `${shares[name] ?? ""}`]),
  )
}

/** Return the stored form of a typed value; a text that is no number is sent as it is, for the server to refuse. */
export function stored(kind: FieldKind, value: unknown): unknown {
  if (kind === "timetable") return Object.fromEntries(value as TypedTimetable)
  if (kind === "zones") return mapZones(value, stored)
  if (kind === "shares" && typeof value !== "string") {
    const shares = Object.entries(value as Record<string, string>).filter(([, share]) => share.trim() !== "")
    return Object.fromEntries(shares.map(([provider, share]) => [provider, stored("number", share)]))
  }
  if (typeof value !== "string") return value
  const text = value.trim()
  // A limit that there is not.
  if (kind === "rupees" && text === "") return null
  if (kind === "number") return /^\d+$/.test(text) ? Number(text) : text
  if (kind === "rupees") return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : text
  if (kind === "pincodes") return text.split(/[\s,;]+/).filter(Boolean)
  return value
}

const mapFields = (
  settings: object,
  convert: (value: unknown, section: string, field: string) => unknown,
): SettingsValues =>
  Object.fromEntries(
    Object.entries(settings as SettingsValues).map(([section, fields]) => [
      section,
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, convert(value, section, field)]),
      ),
    ]),
  )

/** The settings as the form's values. */
export const valuesOf = ({ settings, providers }: Pick<SettingsNow, "settings" | "providers">) =>
  mapFields(settings, (value, section, field) =>
    typed(kindOf(`${section}.${field}`, value), value, providers),
  )

/** The sections that the form changes, whole, as they are sent; one that is typed back to what it was is left out. */
export function changedSections(settings: Settings, values: SettingsValues): Partial<Settings> {
  const now = mapFields(settings, (value, section, field) =>
    stored(kindOf(`${section}.${field}`, value), values[section]?.[field]),
  )
  const isChanged = ([section, fields]: [string, unknown]) =>
    JSON.stringify(fields) !== JSON.stringify(settings[section as SectionName])
  return Object.fromEntries(Object.entries(now).filter(isChanged))
}
