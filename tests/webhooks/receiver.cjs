// A partner's program in Node: takes webhooks whose signature is good, prints them.
const { createServer } = require("node:http")
const { Webhook } = require("standardwebhooks")

const webhook = new Webhook(process.argv[2])
const handled = new Set()

const server = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  try {
    const message = webhook.verify(Buffer.concat(parts).toString(), request.headers)
    if (!handled.has(request.headers["webhook-id"])) {
      handled.add(request.headers["webhook-id"])
      console.log(JSON.stringify(message))
    }
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(0, "127.0.0.1", () => console.log(server.address().port))
