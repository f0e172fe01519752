// The unchanged socket.io-client, told on standard input what to do; it says what happens to it, one JSON a line.
import { createInterface } from "node:readline"
import { createRequire } from "node:module"

const [url, modules] = process.argv.slice(2)
const { io } = createRequire(`${modules}/`)("socket.io-client")
const say = (what, value) => process.stdout.write(`${JSON.stringify([what, value])}\n`)
const socket = io(url, { transports: ["websocket"], autoConnect: false, reconnectionDelay: 100, reconnectionDelayMax: 500 })

socket.on("connect", () => say("connect", socket.id))
socket.on("disconnect", (reason) => say("disconnect", reason))
socket.on("connect_error", (error) => say("connect_error", error.data ?? { message: error.message, active: socket.active }))
socket.on("changed", (push) => say("changed", push))
socket.on("bye", (words) => say("bye", words))

const deeds = {
  connect(auth) {
    socket.auth = auth
    socket.connect()
  },
  emit([event, request]) {
    socket.timeout(5000).emit(event, request, (lost, answer) => say("answer", lost ? "timeout" : answer))
  },
  cut() {
    socket.io.engine.transport.ws.close()
  },
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [deed, argument] = JSON.parse(line)
    deeds[deed](argument)
  })
  .on("close", () => process.exit())
say("ready", null)
