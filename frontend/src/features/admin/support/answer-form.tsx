import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { moveTicket, ticketsKey } from "@/features/admin/contact/queries"
import { useCodeText } from "@/features/admin/shared/labels"
import { Fetched } from "@/features/admin/shared/load-problem"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { type Answer, answersQuery, type Language, type SupportTimeline, timelineQuery } from "./queries"

const LONGEST = 2_000

/** Answer the customer with a template filled from the current state; the text can be edited. */
export function AnswerForm({ timeline }: { timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const text = useCodeText("support")
  // As of when the timeline was opened: the text must not change while somebody edits it.
  const [version] = useState(timeline.version)
  const query = useQuery(answersQuery(timeline.subject, version))
  const [language, setLanguage] = useState<Language>(timeline.customer.language === "hi" ? "hi" : "en")
  const [key, setKey] = useState("")
  const offered = query.data?.answers.filter((answer) => answer.language === language) ?? []
  const chosen = offered.find((answer) => answer.key === key) ?? offered[0]
  return (
    <Fetched query={query} loading={t("answer.loading")} failed={t("answer.failed")}>
      {() =>
        chosen && (
          <div className="mt-3 space-y-4">
            <div className="grid gap-3 sm:grid-cols-2">
              <NativeSelect
                label={t("answer.template")}
                value={chosen.key}
                onChange={(event) => setKey(event.target.value)}
                options={offered.map((answer) => ({
                  value: answer.key,
                  label: text(`answer.keys.${answer.key}`, answer.key),
                }))}
              />
              <NativeSelect
                label={t("answer.language")}
                value={language}
                onChange={(event) => setLanguage(event.target.value === "hi" ? "hi" : "en")}
                options={(["en", "hi"] as const).map((value) => ({
                  value,
                  label: t(`timeline.languages.${value}`),
                }))}
              />
            </div>
            <Letter key={`${chosen.key} ${language}`} timeline={timeline} answer={chosen} />
          </div>
        )
      }
    </Fetched>
  )
}

function Letter({ timeline, answer }: { timeline: SupportTimeline; answer: Answer }) {
  const { t } = useTranslation("support")
  const { ticket } = timeline
  const [subjectLine, setSubjectLine] = useState(answer.subjectLine)
  const [text, setText] = useState(answer.text)
  const sending = useAction({
    act: async (by: "mail" | "close" | "whatsapp") => {
      const body = {
        subject: timeline.subject,
        channel: by === "whatsapp" ? by : ("mail" as const),
        language: answer.language,
        subjectLine: subjectLine.trim(),
        text: text.trim(),
      }
      const sent = await send("post", "/api/admin/support/answers", {
        body,
        once: `answer:${JSON.stringify(body)}`,
      })
      if (by === "close" && ticket) await moveTicket(ticket.number, "closed")
      return sent
    },
    done: (_, by) => t(by === "whatsapp" ? "answer.opened" : "answer.sent"),
    renews: [timelineQuery(timeline.subject).queryKey, ticketsKey],
    failed: t("answer.failed"),
  })
  const empty = !text.trim() || !subjectLine.trim()
  const chat = `${timeline.customer.whatsapp}?text=${encodeURIComponent(text.trim())}`
  return (
    <div className="space-y-4">
      <TextField
        label={t("answer.subject")}
        maxLength={150}
        lang={answer.language}
        value={subjectLine}
        onChange={({ target }) => setSubjectLine(target.value)}
      />
      <TextArea
        label={t("answer.text")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={empty ? t("answer.missing") : undefined}
        maxLength={LONGEST}
        rows={10}
        className="[&_textarea]:field-sizing-content"
        lang={answer.language}
      />
      <div className="flex flex-wrap gap-3">
        {(ticket?.status === "open" ? (["close", "mail"] as const) : (["mail"] as const)).map((by, place) => (
          <Button
            key={by}
            variant={place === 0 ? "primary" : "secondary"}
            disabled={empty || sending.isPending}
            busy={sending.isPending && sending.variables === by}
            onClick={() => sending.mutate(by)}
          >
            {t(`answer.${by}`)}
          </Button>
        ))}
        {timeline.customer.whatsapp && (
          <a
            href={empty ? undefined : chat}
            target="_blank"
            rel="noopener noreferrer"
            aria-disabled={empty || undefined}
            onClick={() => !empty && sending.mutate("whatsapp")}
            className="inline-flex min-h-11 items-center justify-center rounded-sm border border-line-strong px-5 font-medium transition-colors hover:border-accent hover:text-accent"
          >
            {t("answer.whatsapp")}
          </a>
        )}
      </div>
    </div>
  )
}
