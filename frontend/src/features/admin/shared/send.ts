import { api, unwrapWithMessage } from "@/lib/api"
import { once } from "@/lib/intent"
import type { paths } from "@/lib/schema.gen"

type Method = "post" | "put" | "patch" | "delete"
type Json<A> = { content: { "application/json": A } }
type Envelope<D> = { message?: string; data: D }
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: { 200: Json<{ data?: unknown }> } } ? P : never
}[keyof paths]
type DataOf<O> = O extends { responses: { 200: Json<{ data?: infer D }> } } ? D : never
type BodyOf<O> = O extends { requestBody: Json<infer B> }
  ? { body: B }
  : O extends { requestBody: { content: { "multipart/form-data": unknown } } }
    ? { body: FormData }
    : { body?: undefined }
type CallOf<O> = O extends { parameters: { path?: unknown; query?: unknown } }
  ? Pick<O["parameters"], "path" | "query"> &
      BodyOf<O> & {
        /** Name of an action that is sent idempotently. */
        once?: string
      }
  : never

/** Make a call that changes something, and return the data and the message of its answer. */
export function sendForMessage<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  { once: name, body, ...params }: CallOf<paths[P][M]>,
): Promise<Envelope<DataOf<paths[P][M]>>> {
  const send = (key?: string) => {
    const headers = key && { "Idempotency-Key": key }
    // The types of the call follow from the path, which the client cannot see through type parameters.
    const call = api.request(method, path as never, { params, headers, body } as never)
    return unwrapWithMessage(call as Promise<{ data?: Envelope<DataOf<paths[P][M]>>; response: Response }>)
  }
  return name === undefined ? send() : once(name, send)
}

/** Make a call that changes something, and return the data of its answer. */
export async function send<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  call: CallOf<paths[P][M]>,
): Promise<DataOf<paths[P][M]>> {
  return (await sendForMessage(method, path, call)).data
}
