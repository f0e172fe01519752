/** One worker of the renderer: a small HTTP server that renders one page at a time. */
import { createServer } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"

const MAX_BODY_BYTES = 8 * 1024 * 1024
const RENDER_MS = Number(process.env.RENDERER_LIMIT_MS ?? 1_000)
/** Longer than Django keeps an idle connection, so that none is closed just when it is used again. */
const KEEP_ALIVE_MS = 75_000

class Refusal extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/**
 * Load the entry module, then answer `POST /render` and `GET /health`.
 *
 * A message to the primary every `beatMs` says that the event loop turns; a component in an endless loop stops it.
 */
export async function serve(port, beatMs) {
  const entry = process.env.RENDERER_ENTRY
    ? pathToFileURL(process.env.RENDERER_ENTRY)
    : new URL("../dist-server/entry-server.js", import.meta.url)
  const { render } = await import(entry)

  const server = createServer(async (request, response) => {
    try {
      const answer = await respond(request, response, render)
      if (!response.destroyed) send(response, 200, answer)
    } catch (error) {
      // Whoever asked has gone in the middle of the body.
      if (response.destroyed) return
      if (!(error instanceof Refusal)) console.error(`renderer: rendering failed: ${describe(error)}`)
      const status = error instanceof Refusal ? error.status : 500
      send(response, status, { error: status === 500 ? "rendering failed" : error.message })
    }
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(port, process.env.RENDERER_HOST ?? "127.0.0.1")
  setInterval(() => process.send("beat"), beatMs)
}

async function respond(request, response, render) {
  if (request.method === "GET" && request.url === "/health") return { ok: true }
  if (request.method !== "POST" || request.url !== "/render") throw new Refusal(404, "unknown address")
  const page = parse(await bodyOf(request))
  // Whoever waited too long for an earlier page has gone.
  if (response.destroyed) return null
  return Promise.race([render(page), refuseAfter(RENDER_MS)])
}

async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Refusal(413, "the body is too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(body) {
  try {
    const { url, language, answers } = JSON.parse(body)
    if (typeof url === "string" && typeof language === "string" && typeof answers === "object")
      return { url, language, answers }
  } catch {
    // Said below.
  }
  throw new Refusal(400, "not a page")
}

async function refuseAfter(milliseconds) {
  await sleep(milliseconds)
  throw new Refusal(503, "rendering takes too long")
}

function send(response, status, answer) {
  const body = Buffer.from(JSON.stringify(answer))
  // The rest of a body that was refused is not read: this connection cannot be used again.
  const connection = status === 413 ? { connection: "close" } : {}
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": body.length,
    ...connection,
  })
  response.end(body)
}

/** Say where an error was thrown. Its message may quote what was rendered, which is nobody's business. */
function describe(error) {
  if (!(error instanceof Error)) return "no error object"
  const frame = /^\s+at .*$/m.exec(error.stack ?? "")
  return `${error.name}${frame ? ` ${frame[0].trim()}` : ""}`
}
