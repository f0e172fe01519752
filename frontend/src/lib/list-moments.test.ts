import { beforeEach, expect, test } from "vitest"
import { listMoments, noteArrival } from "./list-moments"

const FIRST = "2026-11-28T09:00:00.000001Z"
const LATER = "2026-11-28T09:05:00.000001Z"
const address = (query: string) => `https://shop.example/api/admin/cases?${query}`
const call = (query: string, method = "GET") => ({ request: new Request(address(query), { method }) })

async function answer(query: string, asOf: string) {
  const response = Response.json({ success: true, data: { pagination: { asOf } } })
  await listMoments.onResponse?.({ ...call(query), response } as never)
}

async function sent(query: string, method?: string) {
  const request = await listMoments.onRequest?.(call(query, method) as never)
  return request instanceof Request ? new URL(request.url).searchParams.get("asOf") : null
}

beforeEach(() => answer("page=1&status=open&limit=20", FIRST))

test("the other pages are asked for as of the first", async () => {
  expect(await sent("limit=20&page=2&status=open")).toBe(FIRST)
  expect(await sent("limit=20&page=7&status=open")).toBe(FIRST)
})

test("the first page is asked for as of now, and is the new moment", async () => {
  expect(await sent("page=1&status=open&limit=20")).toBeNull()
  await answer("page=1&status=open&limit=20", LATER)

  expect(await sent("page=2&status=open&limit=20")).toBe(LATER)
})

test("another list, another kind of call and a moment of one's own stay as they are", async () => {
  expect(await sent("page=2&status=closed&limit=20")).toBeNull()
  expect(await sent("page=2&status=open&limit=20", "POST")).toBeNull()
  expect(await sent(`page=2&status=open&limit=20&asOf=${LATER}`)).toBeNull()
})

test("a list that is entered at a later page goes on as of that one", async () => {
  await answer("page=3&status=all&limit=20", LATER)

  expect(await sent("page=4&status=all&limit=20")).toBe(LATER)
})

test("a row that the first page shows since it was fetched is in none of the others", async () => {
  noteArrival("/api/admin/cases?limit=20&status=open", LATER)
  expect(await sent("page=2&status=open&limit=20")).toBe(LATER)

  noteArrival("/api/admin/cases?limit=20&status=open", FIRST)
  expect(await sent("page=2&status=open&limit=20")).toBe(LATER)
})
