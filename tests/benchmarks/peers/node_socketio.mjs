// Topics as rooms of node's socket.io. Changes come from Redis as {topic, version, data}.
import { createServer } from "node:http"
import { createClient } from "redis"
import { Server } from "socket.io"

const [port, redisUrl, channel] = process.argv.slice(2)
const states = new Map()

const http = createServer((_, response) => response.end())
const io = new Server(http, { transports: ["websocket"] })
io.on("connection", (socket) => {
  socket.on("subscribe", ({ topic }, answer) => {
    socket.join(topic)
    answer({ ok: true, ...(states.get(topic) ?? { topic, version: 0, data: {} }) })
  })
})

const redis = createClient({ url: redisUrl })
await redis.connect()
await redis.subscribe(channel, (message) => {
  const state = JSON.parse(message)
  states.set(state.topic, state)
  io.to(state.topic).emit("changed", state)
})
http.listen({ port: Number(port), host: "127.0.0.1", backlog: 2048 })
