import { storedLanguage } from "./language"

type PageData = { language: string; answers: Record<string, unknown> }

function read(): PageData {
  const element = document.getElementById("initial-data")
  return element ? JSON.parse(element.textContent) : { language: "", answers: {} }
}

const { language, answers } = read()

/**
 * What the server wrote into this page so that the first screen needs no call: the `data` that GET `path` would
 * answer. Each answer is given once; undefined when there is none, or it is in another language than the reader's.
 *
 * It belongs into a query's `initialData`. The parameters of `path` stand in alphabetical order.
 */
export function pageData<T>(path: string): T | undefined {
  const found = answers[path] as T | undefined
  delete answers[path]
  return language === storedLanguage() ? found : undefined
}

/** Write a call's address as `pageData` wants it; parameters that are undefined are not sent. */
export function pathWith(path: string, query: Record<string, string | number | boolean | undefined>): string {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return sent.length === 0 ? path : `${path}?${new URLSearchParams(sent.sort())}`
}
