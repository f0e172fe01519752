import type { Middleware } from "openapi-fetch"

type Answers = Record<string, { status: number; body: unknown }>

/**
 * API responses that the server embedded in a page it could not render, by path and query. Each is used once.
 */
export function answerFromPage(): Middleware {
  const answers: Answers = JSON.parse(document.getElementById("answers")?.textContent ?? "{}")
  return {
    onRequest({ request }) {
      if (request.method !== "GET") return
      const { pathname, searchParams } = new URL(request.url)
      searchParams.sort()
      const address = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
      const answer = answers[address]
      if (!answer) return
      delete answers[address]
      return Response.json(answer.body, { status: answer.status })
    },
  }
}
