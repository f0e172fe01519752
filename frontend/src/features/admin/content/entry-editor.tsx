import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { BackLink } from "@/features/admin/shared/back-link"
import { UnsavedChangesGuard } from "@/features/admin/shared/discard-question"
import { SaveBar } from "@/features/admin/shared/save-bar"
import { sendForMessage } from "@/features/admin/shared/send"
import { useConflict } from "@/features/admin/shared/use-conflict"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useTopicEvents } from "@/lib/live"
import { useAction } from "@/lib/use-action"
import { useDebounced } from "@/lib/use-debounced"
import { useMay } from "@/stores/session"
import { EntryFields } from "./entry-fields"
import { EntryHistory } from "./entry-history"
import { EntryPreview } from "./entry-preview"
import { mergedTexts } from "./merged-texts"
import { contentKey, type Entry, entryQuery, previewQuery, type Texts } from "./queries"
import { useContentLabels } from "./use-labels"

const PREVIEW_AFTER_MS = 500

const startOf = ({ draft, shown }: Entry): Texts => draft ?? shown

type Answer = { message?: string; data: { entry: Entry } }
/** A change, and what takes it back. */
type Step = {
  act: () => Promise<Answer>
  back?: (entry: Entry) => Promise<Answer>
  /** What is typed stays. */
  keepsTyped?: boolean
}

/** The texts as they are typed, the entry that they were edited from, and the steps that change it. */
function useEntry(newest: Entry) {
  const { t } = useTranslation("content")
  const client = useQueryClient()
  const labels = useContentLabels()
  // The query may bring a newer entry than the form was filled from.
  const [base, setBase] = useState(newest)
  const [typed, setTyped] = useState(() => startOf(newest))
  const isDirty = JSON.stringify(typed) !== JSON.stringify(startOf(base))
  function rebase(entry: Entry, keepMine: boolean) {
    setBase(entry)
    setTyped((mine) => (keepMine ? mergedTexts(startOf(base), mine, startOf(entry)) : startOf(entry)))
  }
  function store(answer: Answer) {
    const { entry } = answer.data
    client.setQueryData(entryQuery(entry.key).queryKey, entry)
    void client.invalidateQueries({ queryKey: [...contentKey, "list"] })
    return answer
  }
  const change = useAction({
    act: ({ act }: Step) => act().then(store),
    onDone: ({ data }, { keepsTyped = false }) => rebase(data.entry, keepsTyped),
    undo: ({ data }, { back }) => (back ? () => back(data.entry).then(store) : null),
  })
  const conflict = useConflict({
    lock: {
      row: newest,
      valuesOf: startOf,
      refusal: "CONTENT_CHANGED",
      newest: (client) => client.fetchQuery({ ...entryQuery(base.key), staleTime: 0 }),
      label: (path) => {
        const [place = "", ...name] = path.split(".")
        const field = labels.field(name.join("."))
        if (place !== "en" && place !== "hi") return field
        return t("inLanguage", { field, language: t(`languages.${place}`) })
      },
    },
    base,
    values: typed,
    isDirty,
    action: change,
    rebase,
  })
  return { base, typed, setTyped, isDirty, change, conflict, store, rebase }
}

/** Both languages side by side, with preview, draft, publishing and history. */
export function EntryEditor({ entry: newest }: { entry: Entry }) {
  const { t, i18n } = useTranslation("content")
  const client = useQueryClient()
  const mayPublish = useMay("content:publish")
  const entry = useEntry(newest)
  const { base, typed, isDirty, change, store } = entry
  const settled = useDebounced(typed, PREVIEW_AFTER_MS)
  const problems =
    useQuery(previewQuery(base.key, i18n.language === "hi" ? "hi" : "en", settled)).data?.problems ??
    base.problems
  useTopicEvents("staff:content", ({ rows = [], reset }) => {
    if (reset || rows.some(({ id }) => id === base.key)) void client.invalidateQueries(entryQuery(base.key))
  })
  const path = { key: base.key }
  const saved = (content: Texts, { version }: Entry) =>
    sendForMessage("put", "/api/admin/content/{key}/draft", { path, body: { content, version } })
  const step = (verb: "publish" | "discard" | "shipped" | "undo", { version }: Entry = base) =>
    sendForMessage("post", `/api/admin/content/{key}/${verb}`, { path, body: { version } })
  const back = (changed: Entry) => step("undo", changed)
  // What was typed or saved, perhaps by a colleague, is in no history.
  const draft = isDirty ? typed : base.draft
  const draftAgain = (changed: Entry) => (draft ? saved(draft, changed) : step("discard", changed))
  async function publish() {
    if (!isDirty && base.draft) return step("publish")
    const { entry: drafted } = store(await saved(typed, base)).data
    entry.rebase(drafted, false)
    return step("publish", drafted)
  }
  const restore = (number: number) =>
    change.mutate({
      act: () => {
        const body = { number, version: base.version }
        return sendForMessage("post", "/api/admin/content/{key}/restore", { path, body })
      },
      back: draftAgain,
    })
  return (
    <>
      <UnsavedChangesGuard active={isDirty} />
      <EntryHead entry={base} />
      <EntryFields
        entry={base}
        typed={typed}
        onType={entry.setTyped}
        problems={problems}
        disabled={change.isPending}
      />
      <SaveBar
        conflict={entry.conflict}
        error={change.error}
        failed={t("saveFailed")}
        status={problems.length > 0 ? t("problemCount", { count: problems.length }) : isDirty && t("unsaved")}
      >
        <Button
          variant="secondary"
          busy={change.isPending}
          disabled={!isDirty}
          onClick={() => change.mutate({ act: () => saved(typed, base) })}
        >
          {t("saveDraft")}
        </Button>
        {mayPublish && (
          <Button
            busy={change.isPending}
            disabled={problems.length > 0 || !draft}
            onClick={() => change.mutate({ act: publish, back })}
          >
            {t("publish")}
          </Button>
        )}
        {base.draft && (
          <Button
            variant="quiet"
            disabled={change.isPending}
            onClick={() => change.mutate({ act: () => step("discard"), back: draftAgain })}
          >
            {t("discard")}
          </Button>
        )}
        {mayPublish && base.isEdited && (
          <Button
            variant="quiet"
            disabled={change.isPending}
            onClick={() => change.mutate({ act: () => step("shipped"), back, keepsTyped: true })}
          >
            {t("useShipped")}
          </Button>
        )}
      </SaveBar>
      <div className={cx("mt-5 grid items-start gap-5", base.kind !== "home" && "lg:grid-cols-2")}>
        <EntryPreview id={base.key} content={settled} />
        <EntryHistory id={base.key} version={base.version} busy={change.isPending} onRestore={restore} />
      </div>
    </>
  )
}

/** The name of the entry, its state, and what its texts may contain. */
function EntryHead({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation("content")
  const labels = useContentLabels()
  const first = entry.fields[0]?.name ?? ""
  const title = labels.entry(entry, entry.shown[i18n.language === "hi" ? "hi" : "en"][first] ?? "")
  return (
    <>
      <BackLink to="/admin/content">{t("back")}</BackLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="wrap-anywhere text-2xl">{t("editTitle", { name: title })}</h1>
        <Badge tone={entry.isEdited ? "success" : "neutral"}>
          {t(entry.isEdited ? "states.edited" : "states.shipped")}
        </Badge>
        {entry.draft && <Badge tone="warning">{t("states.draft")}</Badge>}
      </div>
      <p className="mt-2 max-w-3xl text-ink-soft text-sm">
        {t(entry.fields.some(({ control }) => control === "lines") ? "marksHint" : "plainHint")}
      </p>
      {entry.conditions.length > 0 && (
        <details className="mt-1 max-w-3xl text-sm">
          <summary className="min-h-8 cursor-pointer py-1 text-accent">{t("namesTitle")}</summary>
          <p className="text-ink-soft">{t("conditionsHint")}</p>
          <p className="mt-1 wrap-anywhere font-mono text-xs">{entry.conditions.join(" · ")}</p>
          {entry.required.length > 0 && (
            <p className="mt-1 text-ink-soft">
              {t("requiredHint", { names: entry.required.map((name) => `{${name}}`).join(" ") })}
            </p>
          )}
        </details>
      )}
    </>
  )
}
