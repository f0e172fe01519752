const PAUSE_MS = 1_000
const RETRY_MS = 2_000
const RETRIES = 3
/** Too much at once, or not now: the same again may well be taken later. */
const TRY_LATER = [429, 503]

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let free: Promise<unknown> = Promise.resolve()

/**
 * Send an upload when those before it are through, with a pause between two.
 *
 * What the server cannot take just now is sent again, three times at most and each time later: after 2 s, 4 s, 8 s.
 */
export function inTurn(send: () => Promise<Response>): Promise<Response> {
  const answer = free.then(() => persistently(send))
  // An upload that failed leaves the way free, too.
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

/** As fetch does, in turn with other uploads, but tells how much of the body has left, which fetch does not. */
export const fetchWithProgress =
  (onProgress: (part: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.blob()
    return inTurn(() => sendOnce(request, body, onProgress))
  }

type Fields = Readonly<Record<string, string | number | readonly string[]>>

/** What a call of the API needs to send a form with photos; `onProgress` is told how much has left, 0 to 1. */
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
  // The types know the fields of the form, the form itself is what is sent.
  const body = { ...fields, photos: photos.map(({ name }) => name) }
  return { body, bodySerializer: () => form, fetch: fetchWithProgress(onProgress) }
}

function sendOnce(request: Request, body: Blob, onProgress: (part: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, request.url)
    // The form's boundary stands in the content type that the request already has.
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
    // Photos over a slow line take their time.
    sending.timeout = 5 * 60_000
    sending.send(body)
  })
}
