import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { Link } from "@/components/link"
import { sendForMessage } from "@/features/admin/shared/send"
import { StaleNotice } from "@/features/admin/shared/stale-notice"
import { useDraft, useSettle } from "@/features/admin/shared/use-draft"
import { useUnsavedChangesGuard } from "@/features/admin/shared/use-unsaved-changes-guard"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { cx } from "@/lib/cx"
import { useTopicEvents } from "@/lib/live"
import { messageOf, useAction } from "@/lib/use-action"
import { useDebounced } from "@/lib/use-debounced"
import { useMay } from "@/stores/session"
import { EntryHistory } from "./entry-history"
import { EntryPreview } from "./entry-preview"
import { MarkedField } from "./marked-field"
import { mergedTexts } from "./merged-texts"
import {
  type ContentField,
  contentKey,
  type Entry,
  entryQuery,
  type Language,
  languages,
  previewQuery,
  type Texts,
} from "./queries"
import { groupOf, useContentLabels } from "./use-labels"

const PREVIEW_AFTER_MS = 500

const startOf = ({ draft, shown }: Entry): Texts => draft ?? shown
const same = (one: Texts, other: Texts) => JSON.stringify(one) === JSON.stringify(other)

type Answer = { message?: string; data: { entry: Entry } }
/** A change, and what takes it back. */
type Step = {
  act: () => Promise<Answer>
  back?: (entry: Entry) => Promise<Answer>
  /** What is typed stays. */
  keepsTyped?: boolean
}

/** Both languages side by side, with preview, draft, publishing and history. */
export function EntryEditor({ entry: newest }: { entry: Entry }) {
  const { t, i18n } = useTranslation("content")
  const client = useQueryClient()
  const labels = useContentLabels()
  const mayPublish = useMay("content:publish")
  // The query may bring a newer entry than the form was filled from.
  const { base, draft: typed, setDraft: setTyped, rebase } = useDraft(newest, startOf, mergedTexts)
  const settled = useDebounced(typed, PREVIEW_AFTER_MS)
  const isDirty = !same(typed, startOf(base))
  const problems =
    useQuery(previewQuery(base.key, i18n.language === "hi" ? "hi" : "en", settled)).data?.problems ??
    base.problems
  useUnsavedChangesGuard(isDirty, t("leave"))
  useTopicEvents("staff:content", ({ rows = [], reset }) => {
    if (reset || rows.some(({ id }) => id === base.key)) void client.invalidateQueries(entryQuery(base.key))
  })

  function store(answer: Answer) {
    const { entry } = answer.data
    client.setQueryData(entryQuery(entry.key).queryKey, entry)
    void client.invalidateQueries({ queryKey: [...contentKey, "list"] })
    return answer
  }
  const change = useAction({
    act: ({ act }: Step) => act().then(store),
    done: messageOf,
    onDone: ({ data }, { keepsTyped }) => rebase(data.entry, keepsTyped),
    undo: ({ data }, { back }) => (back ? () => back(data.entry).then(store) : null),
  })
  const busy = change.isPending
  const isStale = newest.version > base.version && !busy
  // Nothing typed would be lost.
  if (isStale && !isDirty) rebase(newest)
  const refused = change.error instanceof ApiError && change.error.code === "CONTENT_CHANGED"

  const path = { key: base.key }
  const { version } = base
  const saved = (content: Texts, { version }: Entry) =>
    sendForMessage("put", "/api/admin/content/{key}/draft", { path, body: { content, version } })
  const step = (verb: "publish" | "discard" | "shipped" | "undo", { version }: Entry = base) =>
    sendForMessage("post", `/api/admin/content/{key}/${verb}`, { path, body: { version } })
  const undo = (entry: Entry) => step("undo", entry)
  // What was typed or saved, perhaps by a colleague, is in no history.
  const draft = isDirty ? typed : base.draft
  const draftAgain = (entry: Entry) => (draft ? saved(draft, entry) : step("discard", entry))
  const publishNow = async () => {
    if (!isDirty && base.draft) return step("publish")
    const { entry } = store(await saved(typed, base)).data
    rebase(entry)
    return step("publish", entry)
  }

  const settle = useSettle(entryQuery(base.key), t("entryFailed"), (fresh, keepMine) => {
    rebase(fresh, keepMine)
    change.reset()
  })
  const errorOf = (language: Language | "", field: string) => {
    const found = problems.find((each) => each.language === language && each.field === field)
    return found && labels.problem(found)
  }
  const put = (language: Language | "options", field: string, value: string) =>
    setTyped((now) => ({ ...now, [language]: { ...now[language], [field]: value } }))
  const names = [...base.placeholders, ...base.parts]
  const first = base.fields[0]?.name ?? ""
  const title = labels.entry(base, base.shown[i18n.language === "hi" ? "hi" : "en"][first] ?? "")
  return (
    <>
      <p className="text-sm">
        <Link to="/admin/content" className="inline-flex min-h-11 items-center text-accent hover:underline">
          {t("back")}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="wrap-anywhere text-2xl">{t("editTitle", { name: title })}</h1>
        <Badge tone={base.isEdited ? "success" : "neutral"}>
          {t(base.isEdited ? "states.edited" : "states.shipped")}
        </Badge>
        {base.draft && <Badge tone="warning">{t("states.draft")}</Badge>}
      </div>
      <p className="mt-2 max-w-3xl text-ink-soft text-sm">
        {t(base.fields.some(({ control }) => control === "lines") ? "marksHint" : "plainHint")}
      </p>
      {base.conditions.length > 0 && (
        <details className="mt-1 max-w-3xl text-sm">
          <summary className="min-h-8 cursor-pointer py-1 text-accent">{t("namesTitle")}</summary>
          <p className="text-ink-soft">{t("conditionsHint")}</p>
          <p className="mt-1 wrap-anywhere font-mono text-xs">{base.conditions.join(" · ")}</p>
          {base.required.length > 0 && (
            <p className="mt-1 text-ink-soft">
              {t("requiredHint", { names: base.required.map((name) => `{${name}}`).join(" ") })}
            </p>
          )}
        </details>
      )}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        {languages.map((language) => (
          <fieldset key={language} disabled={busy} className="min-w-0 space-y-4">
            <legend className="mb-2 text-lg">{t(`languages.${language}`)}</legend>
            {base.fields.map((field, place) => {
              const previous = base.fields[place - 1]
              const startsGroup = previous && groupOf(previous.name) !== groupOf(field.name)
              const input = {
                className: startsGroup ? "border-line border-t pt-4" : undefined,
                label: t("inLanguage", {
                  field: labels.field(field.name),
                  language: t(`languages.${language}`),
                }),
                lang: language,
                maxLength: field.maxLength,
                value: typed[language][field.name] ?? "",
                error: errorOf(language, field.name),
                onChange: ({ target }: { target: { value: string } }) =>
                  put(language, field.name, target.value),
              }
              if (field.control === "paragraph") {
                return <TextArea key={field.name} {...input} rows={5} spellCheck />
              }
              if (field.control !== "lines")
                return <TextField key={field.name} {...input} autoComplete="off" />
              return (
                <MarkedField
                  key={field.name}
                  {...input}
                  hasButtons={base.kind === "mail"}
                  placeholders={names}
                  onChange={(value) => put(language, field.name, value)}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      {base.options.length > 0 && (
        <fieldset disabled={busy} className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <legend className="mb-2 text-lg">{t("options")}</legend>
          {base.options.map((field) => (
            <Option
              key={field.name}
              field={field}
              value={typed.options?.[field.name] ?? ""}
              error={errorOf("", field.name)}
              onChange={(value) => put("options", field.name, value)}
            />
          ))}
        </fieldset>
      )}
      <div className="sticky bottom-0 z-20 -mx-4 mt-5 space-y-3 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:rounded-t-md sm:border sm:px-5">
        {refused || (isStale && isDirty) ? (
          <StaleNotice
            title={t("changedMeanwhile", { by: changedBy(change.error) || newest.draftBy })}
            refused={refused}
            onSettle={settle}
          />
        ) : (
          <ErrorNotice error={change.error} fallback={t("saveFailed")} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            busy={busy}
            disabled={!isDirty}
            variant="secondary"
            onClick={() => change.mutate({ act: () => saved(typed, base) })}
          >
            {t("saveDraft")}
          </Button>
          {mayPublish && (
            <Button
              busy={busy}
              disabled={problems.length > 0 || !(isDirty || base.draft)}
              onClick={() => change.mutate({ act: publishNow, back: undo })}
            >
              {t("publish")}
            </Button>
          )}
          {base.draft && (
            <Button
              variant="quiet"
              disabled={busy}
              onClick={() => change.mutate({ act: () => step("discard"), back: draftAgain })}
            >
              {t("discard")}
            </Button>
          )}
          {mayPublish && base.isEdited && (
            <Button
              variant="quiet"
              disabled={busy}
              onClick={() => change.mutate({ act: () => step("shipped"), back: undo, keepsTyped: true })}
            >
              {t("useShipped")}
            </Button>
          )}
          <p role="status" className="text-ink-soft text-sm">
            {problems.length > 0
              ? t("problemCount", { count: problems.length })
              : isDirty
                ? t("unsaved")
                : ""}
          </p>
        </div>
      </div>
      <div className={cx("mt-5 grid items-start gap-5", base.kind !== "home" && "lg:grid-cols-2")}>
        <EntryPreview id={base.key} content={settled} />
        <EntryHistory
          id={base.key}
          version={base.version}
          busy={busy}
          onRestore={(number) => {
            const act = () =>
              sendForMessage("post", "/api/admin/content/{key}/restore", { path, body: { number, version } })
            change.mutate({ act, back: draftAgain })
          }}
        />
      </div>
    </>
  )
}

type OptionProps = { field: ContentField; value: string; error?: string; onChange: (value: string) => void }

/** A field that is the same in both languages. */
function Option({ field, value, error, onChange }: OptionProps) {
  const { t } = useTranslation("content")
  const label = useContentLabels().field(field.name)
  if (field.control === "switch")
    return (
      <Checkbox checked={value === "1"} onChange={(checked) => onChange(checked ? "1" : "")}>
        {label}
      </Checkbox>
    )
  return (
    <TextField
      label={label}
      type={field.control === "moment" ? "datetime-local" : "text"}
      hint={field.control === "moment" ? t("momentHint") : undefined}
      autoComplete="off"
      maxLength={field.maxLength}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The name of the colleague whose save came first, by the error of the refused one. */
function changedBy(error: Error | null): string {
  return error instanceof ApiError && error.code === "CONTENT_CHANGED"
    ? ((error.data as { by?: string } | null)?.by ?? "")
    : ""
}
