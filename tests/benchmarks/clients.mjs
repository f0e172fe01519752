// Many official clients that watch one topic, with the waits of frontend/src/lib/live-link.ts; says when all know a version.
import { createInterface } from "node:readline"
import { createRequire } from "node:module"

const [url, modules, topic, count] = process.argv.slice(2)
const { io } = createRequire(`${modules}/`)("socket.io-client")
const known = new Array(Number(count)).fill(-1)
let wanted = Number.POSITIVE_INFINITY
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`)

const know = (number, version) => {
  known[number] = Math.max(known[number], version)
  if (!known.every((each) => each >= wanted)) return
  wanted = Number.POSITIVE_INFINITY
  say("all")
}

for (const number of known.keys()) {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 2000,
    randomizationFactor: 0.5,
    timeout: 10_000,
  })
  socket.on("connect", () => socket.emit("subscribe", { topic }, (answer) => know(number, answer.version)))
  socket.on("changed", ({ version }) => know(number, version))
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    wanted = Number(line)
    know(0, -1)
  })
  .on("close", () => process.exit())
