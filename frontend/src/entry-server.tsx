/// <reference types="node" />
import { AsyncLocalStorage } from "node:async_hooks"
import { readFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { prerenderToNodeStream } from "react-dom/static"
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router-dom"
import { App } from "@/app/app"
import type { PageHandle } from "@/app/page-handle"
import { writeState } from "@/app/page-state"
import { listPages, routes } from "@/app/routes"
import { createTexts } from "@/i18n"
import type { Language } from "@/lib/language"
import { createQueryClient } from "@/lib/query-client"

export { listPages }

type Answers = Record<string, { status: number; body: unknown }>

type PageRequest = {
  /** Path and known parameters. */
  url: string
  language: Language
  /** The API's answers, by path and query (parameters in alphabetical order). */
  answers: Answers
}

type RenderedPage =
  | { status: number; head: string; html: string; state: unknown }
  | { status: number; location: string }

const texts = Object.fromEntries(
  (["en", "hi"] as const).map((language) => [language, createTexts(language, textsOf(language))]),
) as Record<Language, ReturnType<typeof createTexts>>

function textsOf(language: Language) {
  const files = import.meta.glob("./i18n/*/*.json", { eager: true, import: "default" })
  const core = import.meta.glob("./i18n/*/core.ts", { eager: true, import: "core" })
  const start = `./i18n/${language}/`
  const named = Object.entries(files)
    .filter(([name]) => name.startsWith(start))
    .map(([name, content]) => [name.slice(start.length, -".json".length), content])
  return { ...Object.fromEntries(named), ...(core[`${start}core.ts`] as object) }
}

/** The answers of the page that is being rendered: components on the server reach nothing else. */
const answersOfPage = new AsyncLocalStorage<Answers>()

globalThis.fetch = async (input) => {
  const { url } = input as Request
  const { pathname, searchParams } = new URL(url)
  searchParams.sort()
  const answer = answersOfPage.getStore()?.[searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname]
  if (!answer) throw new TypeError(`no answer for ${pathname}`)
  return Response.json(answer.body, { status: answer.status })
}

type BuiltFile = { file: string; imports?: string[] }
const built: Record<string, BuiltFile> = JSON.parse(
  readFileSync(new URL("../dist/.vite/manifest.json", import.meta.url), "utf8"),
)

/**
 * Preloads of the page's code and texts, which the browser shall not have to find one after the other.
 *
 * In a template, which index.html puts to use: before the first frame they would compete with what is seen.
 */
function codePreloads(files: string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return `<template id="code">${links.join("")}</template>`
}

/** The files of the page's code and texts. */
function filesOf(context: StaticHandlerContext, language: Language): string[] {
  const handles = context.matches.flatMap(({ route }) => (route.handle as PageHandle | undefined) ?? [])
  const waiting = [
    "src/app/hydrate.tsx",
    `src/i18n/${language}/core.ts`,
    ...handles.flatMap(({ file, texts }) => [
      ...(file.startsWith("src/features/admin/") ? ["src/app/staff-modules.ts"] : []),
      file,
      ...texts.map((name) => `src/i18n/${language}/${name}.json`),
    ]),
  ]
  const found = new Set<string>()
  for (const name of waiting) {
    const entry = built[name]
    if (!entry || found.has(entry.file)) continue
    found.add(entry.file)
    waiting.push(...(entry.imports ?? []))
  }
  // Imported files first: the libraries are the largest of them, and HTTP/1.1 fetches six at a time.
  return [...found].reverse()
}

const handler = createStaticHandler(routes)

/**
 * Render one page.
 *
 * Raises what a component raised.
 */
export async function render({ url, language, answers }: PageRequest): Promise<RenderedPage> {
  const client = createQueryClient()
  const request = new Request(new URL(url, "http://shop"))
  const context = await answersOfPage.run(answers, () => handler.query(request, { requestContext: client }))
  if (context instanceof Response) {
    return { status: context.status, location: context.headers.get("Location") ?? "/" }
  }
  const failed = Object.values(context.errors ?? {})[0]
  if (failed) throw failed
  const router = createStaticRouter(handler.dataRoutes, context)
  let failure: unknown
  // One chain of elements, so that ids come out as in the browser, where only #root is React's.
  const { prelude } = await prerenderToNodeStream(
    <html lang={language}>
      <body>
        <div id="root">
          <App client={client} texts={texts[language]} state={{ mutations: [], queries: [] }}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </App>
        </div>
      </body>
    </html>,
    {
      // Whole: parts sent later would need an inline script to put them in their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error
      },
    },
  )
  const document = await text(prelude)
  // React would leave the part out; the browser does better with all of it.
  if (failure) throw failure
  const [head, html] = split(document)
  return {
    status: context.statusCode,
    head: head + codePreloads(filesOf(context, language)),
    html,
    state: writeState(client),
  }
}

const BEFORE_ROOT = '</head><body><div id="root">'

function split(document: string): [head: string, html: string] {
  const start = document.indexOf("<head>")
  const end = document.indexOf(BEFORE_ROOT)
  if (start < 0 || end < 0) throw new Error("React wrote another document than expected")
  return [
    document.slice(start + "<head>".length, end),
    document.slice(end + BEFORE_ROOT.length, document.lastIndexOf("</div></body></html>")),
  ]
}
