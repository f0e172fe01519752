import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { NativeSelect } from "@/components/native-select"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newIdempotencyKey } from "@/lib/api"
import { toast } from "@/lib/toast"
import { useUser } from "@/stores/session"
import { addNote, answersQuery, handOver, type SupportTimeline, timelineQuery } from "./queries"

const LONGEST = 2_000

export function NoteForm({ subject }: { subject: string }) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  const errorText = useErrorText()
  const [text, setText] = useState("")
  const [once, setOnce] = useState(newIdempotencyKey)
  const keep = useMutation({
    mutationFn: () => addNote(subject, text.trim(), once),
    onSuccess: (timeline) => {
      client.setQueryData(timelineQuery(subject).queryKey, timeline)
      setText("")
      setOnce(newIdempotencyKey())
    },
    onError: (error) => toast.error(errorText(error, t("note.failed"))),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() && !keep.isPending) keep.mutate()
  }
  return (
    <form onSubmit={submit} className="mt-3 space-y-3">
      <TextArea
        label={t("note.label")}
        hint={t("note.hint")}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOnce(newIdempotencyKey())
        }}
        maxLength={LONGEST}
        rows={3}
      />
      <Button type="submit" variant="secondary" disabled={!text.trim()} busy={keep.isPending}>
        {t("note.save")}
      </Button>
    </form>
  )
}

/** Assign the timeline to a colleague, or mark it as done. */
export function HandOver({ timeline }: { timeline: SupportTimeline }) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const first = useRef<HTMLSelectElement>(null)
  const give = useMutation({
    mutationFn: ({ to, text, once }: { to: string | null; text: string; once: string }) =>
      handOver(timeline.subject, to, text, once),
    onSuccess: (now) => {
      client.setQueryData(timelineQuery(timeline.subject).queryKey, now)
      toast.success(now.assignee ? t("handOver.handed", { name: now.assignee.name }) : t("handOver.closed"))
      setOpen(false)
    },
    onError: (error) => toast.error(errorText(error, t("handOver.failed"))),
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
          busy={give.isPending}
          onClick={() => give.mutate({ to: null, text: t("handOver.doneText"), once: newIdempotencyKey() })}
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
        <HandOverForm
          first={first}
          timeline={timeline}
          busy={give.isPending}
          onGive={(to, text, once) => give.mutate({ to, text, once })}
        />
      </Dialog>
    </>
  )
}

type HandOverFormProps = {
  timeline: SupportTimeline
  busy: boolean
  first: RefObject<HTMLSelectElement | null>
  onGive: (to: string, text: string, once: string) => void
}

function HandOverForm({ timeline, busy, first, onGive }: HandOverFormProps) {
  const { t } = useTranslation("support")
  const { user } = useUser()
  const { data } = useQuery(answersQuery(timeline.subject, timeline.version))
  const [to, setTo] = useState("")
  const [text, setText] = useState("")
  const [tried, setTried] = useState(false)
  const [once] = useState(newIdempotencyKey)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!to || !text.trim()) focusFirstError(event.currentTarget)
    else onGive(to, text.trim(), once)
  }
  const people = (data?.colleagues ?? []).filter(({ _id }) => _id !== timeline.assignee?._id)
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <NativeSelect
        ref={first}
        label={t("handOver.to")}
        value={to}
        error={tried && !to ? t("handOver.toMissing") : undefined}
        onChange={(event) => setTo(event.target.value)}
        options={[
          { value: "", label: t("handOver.choose") },
          ...people.map(({ _id, name }) => ({
            value: _id,
            label: _id === user?._id ? `${name} (${t("queue.mine")})` : name,
          })),
        ]}
      />
      <TextArea
        label={t("handOver.label")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={tried && !text.trim() ? t("handOver.textMissing") : undefined}
        maxLength={LONGEST}
        rows={4}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={busy}>
          {t("handOver.submit")}
        </Button>
      </div>
    </form>
  )
}
