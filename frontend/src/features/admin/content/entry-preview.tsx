import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { PicturedSections, Sections } from "@/components/document-sections"
import { ErrorState } from "@/components/error-state"
import { Notice } from "@/components/notice"
import { Scene } from "@/components/scene"
import { Panel } from "@/features/admin/shared/panel"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import { type Language, languages, previewQuery, type Texts } from "./queries"

/** The text as readers would see it, as it is in the form now. */
export function EntryPreview({ id, content }: { id: string; content: Texts }) {
  const { t, i18n } = useTranslation("content")
  const [language, setLanguage] = useState<Language>(i18n.language === "hi" ? "hi" : "en")
  const query = useQuery(previewQuery(id, language, content))
  const preview = query.data?.preview
  return (
    <Panel title={t("preview.title")}>
      <fieldset aria-label={t("preview.language")} className="mt-3 flex gap-2">
        {languages.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === language ? "primary" : "secondary"}
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {t(`languages.${each}`)}
          </Button>
        ))}
      </fieldset>
      <div aria-busy={query.isFetching} className="mt-4">
        {query.error && !query.data ? (
          <ErrorState compact {...retryOf(query)} />
        ) : !query.data ? (
          <p role="status" className="py-6 text-ink-soft text-sm">
            {t("preview.loading")}
          </p>
        ) : preview?.chapters?.length ? (
          <div
            lang={language}
            className="overflow-hidden rounded-sm border border-line bg-ground *:first:mt-0"
          >
            {preview.chapters.map((chapter) => (
              <Scene key={chapter.picture} chapter={chapter} />
            ))}
          </div>
        ) : preview ? (
          <div lang={language} className="rounded-sm border border-line bg-ground p-5">
            <p className="font-display text-2xl">{preview.title}</p>
            {preview.lead && <p className="mt-3 text-ink-soft">{preview.lead}</p>}
            {preview.text && <p className="mt-4 whitespace-pre-wrap wrap-anywhere text-sm">{preview.text}</p>}
            {preview.sections.length > 0 && (
              <div className="mt-6">
                {preview.sections.some(({ picture }) => picture) ? (
                  <PicturedSections sections={preview.sections} />
                ) : (
                  <Sections sections={preview.sections} />
                )}
              </div>
            )}
          </div>
        ) : (
          <Notice tone="warning">{t("preview.none")}</Notice>
        )}
      </div>
    </Panel>
  )
}
