import type { Schemas } from "./api"

/* The topics of project/live_topics.py; "order:{orderId}" there is any name that begins "order:" here. */

type Topics = Schemas["LiveTopics"]

/** The rows of lists of staff, by topic. */
export type ListRows = Schemas["LiveRows"]
export type ListTopic = keyof ListRows

/** Payload of a list's topic: changed rows, figures over all rows; with `reset`, too much changed for one: refetch. */
export type Push<N extends ListTopic> = Partial<Topics[N]> & {
  rows?: readonly { id: string; version: number; row: ListRows[N] }[]
  reset?: true
}

/** The payloads by topic. */
export type Payloads = {
  [N in keyof Topics as N extends `${infer Prefix}{${string}` ? `${Prefix}${string}` : N]: N extends ListTopic
    ? Push<N>
    : Topics[N]
}
export type TopicName = keyof Payloads
