const PAUSE_MS = 1_000
const RETRY_MS = 2_000
const RETRIES = 3
/** Statuses worth a retry: rate limit or temporary failure. */
const TRY_LATER = [429, 503]

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let free: Promise<unknown> = Promise.resolve()

/**
 * Send uploads one after another, with a pause in between.
 *
 * Temporary failures are retried with back-off, three times at most: after 2 s, 4 s, 8 s.
 */
export function inTurn(send: () => Promise<Response>): Promise<Response> {
  const answer = free.then(() => persistently(send))
  // A failed upload does not block the queue.
  const rest = () => wait(PAUSE_MS)
  free = answer.then(rest, rest)
  return answer
}

async function persistently(send: () => Promise<Response>): Promise<Response> {
  for (let retry = 0; ; retry++) {
    const answer = await send()
    if (retry === RETRIES || !TRY_LATER.includes(answer.status)) return answer
    await wait(RETRY_MS * 2 ** retry)
  }
}

/** Like fetch, queued with other uploads, and with upload progress, which fetch does not have. */
export const fetchWithProgress =
  (onProgress: (part: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.blob()
    return inTurn(() => sendOnce(request, body, onProgress))
  }

type Fields = Readonly<Record<string, string | number | readonly string[]>>

/** Options for an API call that uploads a form with photos; `onProgress` gets the fraction sent, 0 to 1. */
export function photoForm<T extends Fields>(
  fields: T,
  photos: readonly File[],
  onProgress: (part: number) => void,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) form.append(name, String(each))
  }
  for (const photo of photos) form.append("photos", photo)
  // The generated types have the fields of the form; the form itself is sent.
  const body = { ...fields, photos: photos.map(({ name }) => name) }
  return { body, bodySerializer: () => form, fetch: fetchWithProgress(onProgress) }
}

function sendOnce(request: Request, body: Blob, onProgress: (part: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, request.url)
    // The content type of the request already has the form's boundary.
    request.headers.forEach((value, name) => {
      sending.setRequestHeader(name, value)
    })
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    sending.onload = () =>
      resolve(
        new Response(sending.responseText, {
          status: sending.status,
          headers: { "Content-Type": sending.getResponseHeader("Content-Type") ?? "" },
        }),
      )
    sending.onerror = () => reject(new TypeError("no answer"))
    sending.ontimeout = () => reject(new TypeError("no answer in time"))
    // Photos take long over a slow connection.
    sending.timeout = 5 * 60_000
    sending.send(body)
  })
}
