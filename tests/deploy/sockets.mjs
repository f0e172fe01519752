// Many official clients with the waits of frontend/src/lib/live-link.ts; says when each is subscribed and when it is not,
// and each version that it is given.
import { createInterface } from "node:readline"
import { createRequire } from "node:module"

const [url, modules, topic, count] = process.argv.slice(2)
const { io } = createRequire(`${modules}/`)("socket.io-client")
const say = (what, number, version) =>
  process.stdout.write(`${JSON.stringify([what, number, Date.now() / 1000, version])}\n`)
const retryMax = (attempts) => (attempts < 15 ? 2_000 : 10_000)

for (let number = 0; number < Number(count); number++) {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    extraHeaders: { Origin: url },
    rejectUnauthorized: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: retryMax(0),
    randomizationFactor: 0.5,
    timeout: 10_000,
  })
  socket.io.on("reconnect_attempt", (attempt) => socket.io.reconnectionDelayMax(retryMax(attempt)))
  socket.on("connect", () =>
    socket.emit("subscribe", { topic }, (answer) => say(answer.ok ? "up" : "refused", number, answer.version)),
  )
  socket.on("changed", ({ version }) => say("changed", number, version))
  socket.on("disconnect", () => say("down", number))
  socket.on("bye", ({ reconnectIn }) => {
    socket.disconnect()
    setTimeout(() => socket.connect(), reconnectIn)
  })
}

createInterface({ input: process.stdin }).on("close", () => process.exit())
