import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { ActionForm } from "@/features/admin/shared/action-form"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { NoteField, SelectField } from "@/features/admin/shared/form-fields"
import { required, text } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { useUser } from "@/stores/session"
import { answersQuery, handOver, type SupportTimeline, timelineQuery } from "./queries"

const LONGEST = 2_000

/** Write a note for colleagues to the timeline. */
export function NoteForm({ subject }: { subject: string }) {
  const { t } = useTranslation("support")
  const form = useFormAction({
    schema: z.object({ text }),
    start: { text: "" },
    act: (values) => {
      const body = { subject, ...values }
      return send("post", "/api/admin/support/notes", { body, once: `note:${JSON.stringify(body)}` })
    },
    onDone: (timeline, _, client) => client.setQueryData(timelineQuery(subject).queryKey, timeline),
    clears: ["text"],
  })
  return (
    <ActionForm
      inline
      form={form}
      failed={t("note.failed")}
      submit={t("note.save")}
      disabled={!form.values.text.trim()}
    >
      <NoteField path="text" label={t("note.label")} hint={t("note.hint")} maxLength={LONGEST} />
    </ActionForm>
  )
}

/** Assign the timeline to a colleague, or mark it as done. */
export function HandOver({ timeline }: { timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  const { user } = useUser()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...answersQuery(timeline.subject, timeline.version), enabled: open })
  const people = (data?.colleagues ?? []).filter(({ _id }) => _id !== timeline.assignee?._id)
  const handed = {
    done: ({ assignee }: SupportTimeline) =>
      assignee ? t("handOver.handed", { name: assignee.name }) : t("handOver.closed"),
    onDone: (now: SupportTimeline) => client.setQueryData(timelineQuery(timeline.subject).queryKey, now),
    failed: t("handOver.failed"),
  }
  const ending = useAction({ ...handed, act: () => handOver(timeline, null, t("handOver.doneText")) })
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
      <FormDialog
        {...handed}
        open={open}
        onClose={() => setOpen(false)}
        title={t("handOver.title")}
        description={t("handOver.text")}
        schema={z.object({
          to: required(t("handOver.toMissing")),
          text: required(t("handOver.textMissing")),
        })}
        start={{ to: "", text: "" }}
        act={({ to, text }) => handOver(timeline, to, text)}
        submit={t("handOver.submit")}
      >
        <SelectField
          path="to"
          label={t("handOver.to")}
          choose={t("handOver.choose")}
          options={people.map(({ _id, name }) => ({
            value: _id,
            label: _id === user?._id ? `${name} (${t("queue.mine")})` : name,
          }))}
        />
        <NoteField path="text" label={t("handOver.label")} maxLength={LONGEST} />
      </FormDialog>
    </>
  )
}
