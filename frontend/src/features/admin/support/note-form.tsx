import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type RefObject, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { ActionForm } from "@/features/admin/shared/action-form"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { useUser } from "@/stores/session"
import { answersQuery, handOver, type SupportTimeline, timelineQuery } from "./queries"

const LONGEST = 2_000

export function NoteForm({ subject }: { subject: string }) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  const form = useFormAction({
    start: { text: "" },
    act: ({ text }) => {
      const body = { subject, text: text.trim() }
      return send("post", "/api/admin/support/notes", { body, once: `note:${JSON.stringify(body)}` })
    },
    onDone: (timeline) => {
      client.setQueryData(timelineQuery(subject).queryKey, timeline)
      form.put({ text: "" })
    },
  })
  return (
    <ActionForm
      inline
      form={form}
      failed={t("note.failed")}
      submit={t("note.save")}
      disabled={!form.values.text.trim()}
    >
      <TextArea
        label={t("note.label")}
        hint={t("note.hint")}
        maxLength={LONGEST}
        rows={3}
        {...form.field("text")}
      />
    </ActionForm>
  )
}

/** Toast and cache update after a hand-over. */
function useHandedOver(subject: string) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  return {
    done: ({ assignee }: SupportTimeline) =>
      assignee ? t("handOver.handed", { name: assignee.name }) : t("handOver.closed"),
    onDone: (now: SupportTimeline) => client.setQueryData(timelineQuery(subject).queryKey, now),
  }
}

/** Assign the timeline to a colleague, or mark it as done. */
export function HandOver({ timeline }: { timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const [open, setOpen] = useState(false)
  const first = useRef<HTMLSelectElement>(null)
  const ending = useAction({
    ...useHandedOver(timeline.subject),
    act: () => handOver(timeline, null, t("handOver.doneText")),
    failed: t("handOver.failed"),
  })
  return (
    <>
      <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setOpen(true)}>
        {t("handOver.button")}
      </Button>
      {timeline.assignee && (
        <Button
          variant="quiet"
          size="sm"
          className="min-h-11"
          busy={ending.isPending}
          onClick={() => ending.mutate()}
        >
          {t("handOver.done")}
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        initialFocus={first}
        title={t("handOver.title")}
        description={t("handOver.text")}
      >
        <HandOverForm first={first} timeline={timeline} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type HandOverFormProps = {
  timeline: SupportTimeline
  first: RefObject<HTMLSelectElement | null>
  onClose: () => void
}

function HandOverForm({ timeline, first, onClose }: HandOverFormProps) {
  const { t } = useTranslation("support")
  const { user } = useUser()
  const { data } = useQuery(answersQuery(timeline.subject, timeline.version))
  const { done, onDone } = useHandedOver(timeline.subject)
  const form = useFormAction({
    start: { to: "", text: "" },
    problems: ({ to, text }) => ({
      to: !to && t("handOver.toMissing"),
      text: !text.trim() && t("handOver.textMissing"),
    }),
    act: ({ to, text }) => handOver(timeline, to, text.trim()),
    done,
    onDone: (now) => {
      onDone(now)
      onClose()
    },
  })
  const people = (data?.colleagues ?? []).filter(({ _id }) => _id !== timeline.assignee?._id)
  return (
    <ActionForm form={form} failed={t("handOver.failed")} submit={t("handOver.submit")} onCancel={onClose}>
      <NativeSelect
        ref={first}
        label={t("handOver.to")}
        options={[
          { value: "", label: t("handOver.choose") },
          ...people.map(({ _id, name }) => ({
            value: _id,
            label: _id === user?._id ? `${name} (${t("queue.mine")})` : name,
          })),
        ]}
        {...form.field("to")}
      />
      <TextArea label={t("handOver.label")} maxLength={LONGEST} rows={4} {...form.field("text")} />
    </ActionForm>
  )
}
