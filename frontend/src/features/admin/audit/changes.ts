/** A changed field by its path, such as ["seo", "metaTitle", "en"]; undefined means absent. */
export type Change = { path: readonly string[]; before: unknown; after: unknown }

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function leaves(value: unknown, path: readonly string[] = []): [readonly string[], unknown][] {
  if (!isFields(value) || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]))
}

const leavesOf = (fields: Fields) =>
  new Map(
    Object.entries(fields)
      .flatMap(([name, value]) => leaves(value, [name]))
      .map(([path, value]) => [path.join("."), { path, value }]),
  )

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)

/**
 * The changed fields of an entry of the log.
 *
 * Nested fields are listed one by one; equal values, or empty ones on both sides, are no change.
 */
export function changesOf(before: Fields, after: Fields): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const changes: Change[] = []
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)]
    const path = (is ?? was)?.path ?? []
    if (isNothing(was?.value) && isNothing(is?.value)) continue
    if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) continue
    changes.push({ path, before: was?.value, after: is?.value })
  }
  return changes
}
