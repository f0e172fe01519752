import { History, Plug } from "lucide-react"
import { useEffect, useState } from "react"
import { useLocation } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { UnsavedChangesGuard } from "@/features/admin/shared/discard-question"
import { Panel } from "@/features/admin/shared/panel"
import { SaveBar } from "@/features/admin/shared/save-bar"
import { sendForMessage } from "@/features/admin/shared/send"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { shopQuery } from "@/lib/shop"
import { z } from "@/lib/zod"
import { useFieldLabel, useValueText } from "./change-list"
import { changedSections, kindOf, type SettingsValues, sectionNames, stored, valuesOf } from "./fields"
import { LookPreview } from "./look-preview"
import { type SettingsNow, settingsHistoryKey, settingsQuery } from "./queries"
import { SettingField } from "./setting-field"
import { SettingsHistory } from "./settings-history"

/** The shop's settings: a form by section, saved together, and the history of what was saved. */
export function Component() {
  const { t } = useTranslation("adminSettings")
  const settings = useLiveQuery("staff:settings", settingsQuery)
  const [showsHistory, setShowsHistory] = useState(false)
  return (
    <>
      <ListHead title={t("title")}>
        <ButtonLink size="sm" variant="secondary" to="/admin/settings/connections">
          <Plug aria-hidden="true" className="size-4" />
          {t("connections.title")}
        </ButtonLink>
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
      <SettingsHistory
        open={showsHistory}
        onClose={() => setShowsHistory(false)}
        version={settings.data?.version ?? 0}
      />
    </>
  )
}

function SettingsForm({ now }: { now: SettingsNow }) {
  const { t } = useTranslation("adminSettings")
  const label = useFieldLabel()
  const valueText = useValueText()
  const { hash } = useLocation()
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  const form = useFormAction({
    schema: z.custom<SettingsValues>(),
    start: valuesOf(now),
    // An error about all of the payments stands at the first share, one about a zone's pincode at all of them.
    fieldOf: (path) =>
      path === "payments"
        ? `payments.providerWeights.${Object.keys(now.providers)[0]}`
        : path.replace(/^(shipping\.zones\.\d+\.\w+)\.\d+$/, "$1"),
    lock: {
      row: now,
      valuesOf,
      refusal: "SETTINGS_CHANGED",
      newest: (client) => client.fetchQuery(settingsQuery),
      label,
      text: (value, path) => valueText(path, stored(kindOf(path), value ?? "")),
    },
    act: (values, base) => {
      const { version, settings } = base ?? now
      return sendForMessage("patch", "/api/admin/settings", {
        body: { version, ...changedSections(settings, values) },
      })
    },
    onDone: ({ data }, _, client) => {
      form.rebase(data, false)
      client.setQueryData(settingsQuery.queryKey, data)
    },
    renews: [settingsHistoryKey, shopQuery.queryKey],
  })
  const changed = changedSections((form.base ?? now).settings, form.values)
  const isChanged = Object.keys(changed).length > 0
  const bar = (isChanged || form.error) && (
    <SaveBar
      conflict={form.conflict}
      error={form.error}
      failed={t("saveFailed")}
      status={t("unsaved", {
        sections: sectionNames
          .filter((name) => changed[name])
          .map((name) => t(`sections.${name}`))
          .join(", "),
      })}
    >
      <Button type="submit" busy={form.isPending}>
        {t("save")}
      </Button>
      <Button variant="secondary" onClick={form.discard}>
        {t("discard")}
      </Button>
    </SaveBar>
  )
  return (
    <ActionForm form={form} bar={bar} disabled={!isChanged}>
      <UnsavedChangesGuard active={isChanged} />
      {now.missing.length > 0 && (
        <Notice tone="warning" title={t("missing")}>
          {now.missing.map(label).join(", ")}
        </Notice>
      )}
      {sectionNames.map((section) => (
        <Panel key={section} id={section} title={t(`sections.${section}`)}>
          <p className="mt-0.5 max-w-prose text-ink-soft text-sm">{t(`about.${section}`)}</p>
          <div className="mt-4 grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {Object.entries(now.settings[section] ?? {})
              // The other fields of the taxes depend on it.
              .sort(([a], [b]) => Number(b === "registration") - Number(a === "registration"))
              .map(([name, value]) => {
                const path = `${section}.${name}`
                return <SettingField key={path} {...now} path={path} kind={kindOf(path, value)} />
              })}
            {section === "brand" && <LookPreview {...now} />}
          </div>
        </Panel>
      ))}
    </ActionForm>
  )
}
