import { useQuery, useQueryClient } from "@tanstack/react-query"
import { History } from "lucide-react"
import { type FormEvent, useEffect, useId, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { focusFirstError } from "@/components/focus-first-error"
import { Notice } from "@/components/notice"
import { submitOnCtrlEnter } from "@/features/admin/shared/action-form"
import { UnsavedChangesGuard } from "@/features/admin/shared/discard-question"
import { Panel } from "@/features/admin/shared/panel"
import { SaveBar } from "@/features/admin/shared/save-bar"
import { sendForMessage } from "@/features/admin/shared/send"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useConflict } from "@/features/admin/shared/use-conflict"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { messageOf, useAction } from "@/lib/use-action"
import { useFieldLabel, useValueText } from "./change-list"
import {
  changedSections,
  type Draft,
  type DraftValue,
  type FieldKind,
  sectionNames,
  sections,
  valuesByPath,
} from "./fields"
import { ClosedDaysField, TimetableField } from "./opening-hours"
import { type SettingsNow, settingsHistoryKey, settingsQuery } from "./queries"
import { SettingField, type Shared, ShareFields } from "./setting-field"
import { SettingsHistory } from "./settings-history"

/** The shop's settings: a form by section, saved together, and the history of what was saved. */
export function Component() {
  const { t } = useTranslation("adminSettings")
  const settings = useQuery(settingsQuery)
  useTopic("staff:settings", settingsQuery)
  const [showsHistory, setShowsHistory] = useState(false)
  return (
    <>
      <ListHead title={t("title")}>
        <Button size="sm" variant="secondary" onClick={() => setShowsHistory(true)}>
          <History aria-hidden="true" className="size-4" />
          {t("history.open")}
        </Button>
      </ListHead>
      <p className="mt-1 max-w-prose text-ink-soft text-sm">{t("text")}</p>
      <div className="mt-5">
        <Loaded query={settings} loading={t("loading")} failed={t("failed")}>
          {(now) => <SettingsForm now={now} />}
        </Loaded>
      </div>
      <Dialog open={showsHistory} onOpenChange={setShowsHistory} title={t("history.title")} size="lg">
        <SettingsHistory version={settings.data?.version ?? 0} />
      </Dialog>
    </>
  )
}

type Base = Pick<SettingsNow, "version" | "settings">

function SettingsForm({ now }: { now: SettingsNow }) {
  const { t } = useTranslation("adminSettings")
  const client = useQueryClient()
  const label = useFieldLabel()
  const valueText = useValueText()
  const id = useId()
  const [draft, setDraft] = useState<Draft>({})
  // The version that the draft was begun on: somebody else's newer one must not slip under it.
  const [begun, setBegun] = useState<Base | null>(null)
  const base = begun ?? now
  const changed = changedSections(base.settings, draft)
  const isChanged = Object.keys(changed).length > 0
  const saving = useAction({
    act: (on: Base) =>
      sendForMessage("patch", "/api/admin/settings", {
        body: { version: on.version, ...changedSections(on.settings, draft) },
      }),
    done: messageOf,
    onDone: ({ data }) => {
      client.setQueryData(settingsQuery.queryKey, data)
      discard()
    },
    renews: [settingsHistoryKey],
  })
  // In an effect: when the mutation's onError is called, the fields are not marked as invalid yet.
  useEffect(() => {
    const form = document.getElementById(id)
    if (form && saving.error) focusFirstError(form)
  }, [id, saving.error])
  const refusal = saving.error instanceof ApiError ? saving.error : null
  const errors = refusal?.errors ?? {}
  const conflict = useConflict<Base, object>({
    lock: {
      row: now,
      valuesOf: ({ settings }) => valuesByPath(settings),
      refusal: "SETTINGS_CHANGED",
      newest: (client) => client.fetchQuery({ ...settingsQuery, staleTime: 0 }),
      label,
      text: (value, path) => valueText(path, (value as [unknown])[0]),
    },
    base,
    values: valuesByPath({ ...base.settings, ...changed }),
    isDirty: isChanged,
    action: saving,
    rebase: ({ version, settings }, keepMine) => {
      setBegun(keepMine ? { version, settings } : null)
      if (!keepMine) setDraft({})
    },
  })

  function discard() {
    setDraft({})
    setBegun(null)
    saving.reset()
  }
  function put(path: string, value: DraftValue) {
    setBegun((held) => held ?? { version: now.version, settings: now.settings })
    setDraft((held) => ({ ...held, [path]: value }))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged && !saving.isPending) saving.mutate(base)
  }

  return (
    <form
      id={id}
      noValidate
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
      aria-busy={saving.isPending}
      className="space-y-5"
    >
      <UnsavedChangesGuard active={isChanged} />
      {now.missing.length > 0 && (
        <Notice tone="warning" title={t("missing")}>
          {now.missing.map(label).join(", ")}
        </Notice>
      )}
      <Sections now={now} settings={base.settings} draft={draft} errors={errors} onChange={put} />
      {(isChanged || saving.error) && (
        <SaveBar
          conflict={conflict}
          error={saving.error}
          failed={t("saveFailed")}
          status={t("unsaved", {
            sections: sectionNames
              .filter((name) => changed[name])
              .map((name) => t(`sections.${name}`))
              .join(", "),
          })}
        >
          <Button type="submit" busy={saving.isPending}>
            {t("save")}
          </Button>
          <Button variant="secondary" onClick={discard}>
            {t("discard")}
          </Button>
        </SaveBar>
      )}
    </form>
  )
}

type SectionsProps = Omit<Shared, "path"> & { now: SettingsNow; settings: SettingsNow["settings"] }

/** The fields of all sections. */
function Sections({ now, settings, draft, errors, onChange }: SectionsProps) {
  const { t } = useTranslation("adminSettings")
  return sectionNames.map((section) => (
    <Panel key={section} title={t(`sections.${section}`)}>
      <p className="mt-0.5 max-w-prose text-ink-soft text-sm">{t(`about.${section}`)}</p>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {Object.entries<FieldKind>(sections[section]).map(([field, kind]) => {
          const path = `${section}.${field}`
          const value = (settings[section] as Record<string, unknown>)[field]
          const shared = { path, draft, errors, onChange }
          if (kind === "timetable" || kind === "closedDays") {
            // Around the clock there is nothing to list.
            if (draft["hours.aroundTheClock"] ?? settings.hours?.aroundTheClock) return null
            const Field = kind === "timetable" ? TimetableField : ClosedDaysField
            return <Field key={path} {...shared} value={value} />
          }
          return kind === "shares" ? (
            <ShareFields key={path} {...shared} providers={now.providers} shares={value} />
          ) : (
            <SettingField key={path} {...shared} kind={kind} value={value} />
          )
        })}
      </div>
    </Panel>
  ))
}
