import { isDay } from "@/lib/time"
import type { Details } from "./queries"

/** The form's values; an empty string is a field not filled in yet. */
export type Draft = {
  name: string
  gender: string
  dateOfBirth: string
  timeOfBirth: string
  timeUnknown: boolean
  placeOfBirth: string
}

export const emptyDraft: Draft = {
  name: "",
  gender: "",
  dateOfBirth: "",
  timeOfBirth: "",
  timeUnknown: false,
  placeOfBirth: "",
}

export type Field = keyof Details
type Problem = "fillAll" | "future" | "noDay"

/** Query parameter with the question, so that Back goes to the previous one. */
export const QUESTION = "question"

/** The questions in their order, asked one at a time. */
export const questions = [
  "name",
  "gender",
  "dateOfBirth",
  "timeOfBirth",
  "placeOfBirth",
] as const satisfies readonly Field[]

export const genders = ["male", "female", "other"] as const

/** Index of the question to show: the one asked for (-1: none), but none behind an unanswered one. */
export function questionAt(asked: number, problems: Partial<Record<Field, Problem>> | null): number {
  const open = problems ? questions.findIndex((field) => problems[field]) : questions.length - 1
  return Math.min(Math.max(asked, 0), open)
}

/** Return the request's body, or the errors by field. */
export function checked(
  draft: Draft,
  today: string,
): { details: Details; problems: null } | { details: null; problems: Partial<Record<Field, Problem>> } {
  const gender = genders.find((known) => known === draft.gender)
  const details = {
    name: draft.name.trim(),
    gender: gender ?? "",
    dateOfBirth: draft.dateOfBirth,
    timeOfBirth: draft.timeUnknown ? "unknown" : draft.timeOfBirth,
    placeOfBirth: draft.placeOfBirth.trim(),
  }
  const problems: Partial<Record<Field, Problem>> = {}
  for (const [name, value] of Object.entries(details)) if (!value) problems[name as Field] = "fillAll"
  if (details.dateOfBirth && !isDay(details.dateOfBirth)) problems.dateOfBirth = "noDay"
  else if (details.dateOfBirth > today) problems.dateOfBirth = "future"
  if (gender === undefined || Object.keys(problems).length > 0) return { details: null, problems }
  return { details: { ...details, gender }, problems: null }
}
