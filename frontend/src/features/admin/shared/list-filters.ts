import { useSearchParams } from "react-router-dom"
import { z } from "@/lib/zod"

/** A filter with known values; any other value is the fallback. */
export const oneOf = <W extends string, F extends string>(values: readonly W[], fallback: F) =>
  z
    .string()
    .catch("")
    .transform((value): W | F => values.find((known) => known === value) ?? fallback)

/** A filter that staff type; empty is no filter. */
export const text = (maxLength = 100) =>
  z
    .string()
    .catch("")
    .transform((typed) => typed.trim().slice(0, maxLength))

/** The page of a list, at most the highest that the server answers. */
export const pageNumber = (max = 100_000) => z.coerce.number().int().min(1).max(max).catch(1)

export type Filters = { page: number }

/** Define a list's filters in the URL, so that reload, Back and shared links keep them; invalid values are ignored. */
export function listFilters<F extends Filters>(schema: z.ZodType<F>) {
  const none = schema.parse({})
  const isSet = ([name, value]: [string, unknown]) => value !== none[name as keyof F]
  const narrowing = (filters: F) => Object.entries({ ...filters, page: none.page }).filter(isSet)
  return {
    none,
    read: (params: URLSearchParams): F => schema.parse(Object.fromEntries(params)),
    /** URL parameters of the filters that are set, and of the others. */
    write: (filters: F, others: Record<string, string> = {}) =>
      new URLSearchParams(
        [...Object.entries(filters).filter(isSet), ...Object.entries(others)].map(
          ([name, value]): [string, string] => [name, String(value)],
        ),
      ),
    /** One filter, from the text of its field. */
    parse: <N extends keyof F>(name: N, value: string) =>
      ({ [name]: schema.parse({ [name]: value })[name] }) as Pick<F, N>,
    /** The filters that narrow the list, for an export. */
    exported: (filters: F) => Object.fromEntries(narrowing(filters)),
    /** Return the number of filters that narrow the list. */
    count: (filters: F) => narrowing(filters).length,
  }
}

/** A list without filters. */
export const pagesOnly = listFilters(z.object({ page: pageNumber() }))

export type ListFilters<F extends Filters> = ReturnType<typeof listFilters<F>>

/** The filters in the page's URL, with functions to change them. */
export function useListFilters<F extends Filters>(list: ListFilters<F>) {
  const [params, setParams] = useSearchParams()
  const filters = list.read(params)
  return {
    filters,
    /** Address of the list with other filters; a changed filter resets the page. */
    addressOf: (changed: Partial<F>, others?: Record<string, string>) =>
      `?${list.write({ ...filters, page: 1, ...changed }, others)}`,
    /** Change filters in place of the history entry: typing adds no entries. */
    change: (changed: Partial<F>) =>
      setParams((now) => list.write({ ...list.read(now), page: 1, ...changed }), {
        replace: true,
        preventScrollReset: true,
      }),
  }
}

/** Unset the filters that have a problem. */
export const withoutProblems = <F extends object>(filters: F, problems: object): F => ({
  ...filters,
  ...Object.fromEntries(Object.keys(problems).map((name) => [name, ""])),
})

/** The filters that are set, as the API takes them. */
export const apiFilters = <F extends object>(filters: F) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")) as {
    [K in keyof F]?: Exclude<F[K], "">
  }
