/**
 * The renderer: turns a page's address and its API answers into HTML, for Django alone.
 *
 * `node renderer.js` listens on 127.0.0.1:RENDERER_PORT (0 picks a free port; the first line printed names it). The
 * primary process renders nothing: it keeps RENDERER_WORKERS workers running and replaces one that has ended or no
 * longer answers. RENDERER_ENTRY names another entry module than the built one, RENDERER_HOST another address to listen
 * on, RENDERER_LIMIT_MS how long one page may take.
 */
import cluster from "node:cluster"
import { setTimeout as sleep } from "node:timers/promises"
import { serve } from "./worker.js"

const PORT = Number(process.env.RENDERER_PORT ?? 3000)
const WORKERS = Math.min(Math.max(Number(process.env.RENDERER_WORKERS ?? 1), 1), 2)
/** A worker that has begun to answer is killed when its heartbeat is missing for so long. */
const SILENT_MS = 2_000
/** Time limit for loading its modules before its first heartbeat. */
const START_MS = 30_000
/** A worker that lived this long is replaced at once; the others after a pause that grows. */
const STEADY_MS = 5_000
const LONGEST_PAUSE_MS = 5_000

function supervise() {
  let pause = 0
  /** Kept for later workers: a free port that was found for the first one stays the renderer's. */
  let port = 0

  function start() {
    const worker = cluster.fork(port ? { RENDERER_PORT: port } : {})
    const started = Date.now()
    let deadline = started + START_MS
    const watch = setInterval(() => {
      if (Date.now() < deadline) return
      console.error("renderer: a worker does not answer, killing it")
      worker.process.kill("SIGKILL")
    }, SILENT_MS / 4)
    worker.on("message", () => {
      deadline = Date.now() + SILENT_MS
    })
    worker.on("listening", (address) => {
      deadline = Date.now() + SILENT_MS
      if (!port) console.log(`renderer: listening on http://127.0.0.1:${address.port}`)
      port = address.port
    })
    worker.on("exit", async (code, signal) => {
      clearInterval(watch)
      pause = Date.now() - started < STEADY_MS ? Math.min(pause * 2 || 100, LONGEST_PAUSE_MS) : 0
      console.error(`renderer: a worker ended (${signal ?? code}), starting another one in ${pause} ms`)
      await sleep(pause)
      start()
    })
  }

  // A render that is under way is worth nothing to a shop that stops.
  for (const signal of ["SIGTERM", "SIGINT"])
    process.on(signal, () => {
      for (const worker of Object.values(cluster.workers)) worker.process.kill("SIGKILL")
      process.exit(0)
    })
  for (let i = 0; i < WORKERS; i++) start()
}

if (cluster.isPrimary) {
  // Workers take connections themselves: one that hangs takes none.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // React's production build.
  process.env.NODE_ENV = "production"
  supervise()
} else {
  await serve(PORT, SILENT_MS / 4)
}
