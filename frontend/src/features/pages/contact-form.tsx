import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { CircleCheck } from "lucide-react"
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { EmailField, PhoneField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { lazyPart } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { NativeSelect } from "@/components/native-select"
import { useTranslation, withTexts } from "@/i18n"
import { ApiError, api, type Schemas, unwrap } from "@/lib/api"
import { normalEmail } from "@/lib/email"
import { shopQuery } from "@/lib/shop"
import { useUser } from "@/stores/session"
import { type Draft, FIELDS, type Field, problemsOf, TOPICS, type Topic } from "./message"
import { contactFormQuery } from "./queries"

// Its texts are those of the chat, which come after the page.
const SupportNow = lazyPart(() => withTexts(import("./support-now"), "shell-more"), "SupportNow")

const MAX_NAME = 120
const MAX_MESSAGE = 4000
const MAX_ORDER = 32

/** Write to the shop; what was typed stays until it has arrived. */
export function ContactForm() {
  const [ticket, setTicket] = useState<Schemas["TicketOut"] | null>(null)
  return ticket ? (
    <Sent ticket={ticket} onAnother={() => setTicket(null)} />
  ) : (
    <MessageForm onSent={setTicket} />
  )
}

function MessageForm({ onSent }: { onSent: (ticket: Schemas["TicketOut"]) => void }) {
  const { t } = useTranslation("pages")
  const queryClient = useQueryClient()
  const { user } = useUser()
  const shop = useQuery(shopQuery).data
  const [address] = useSearchParams()
  const [tried, setTried] = useState(false)
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const title = useId()
  const ref = useRef<HTMLFormElement>(null)
  useQuery(contactFormQuery)

  const draft: Draft = {
    name: user?.name ?? "",
    email: user?.email ?? "",
    phone: user?.phone ?? "",
    topic: "",
    orderId: address.get("order")?.slice(0, MAX_ORDER) ?? "",
    message: "",
    website: "",
    ...typed,
  }
  const problems = problemsOf(draft)

  const send = useMutation({
    mutationFn: async (topic: Topic) => {
      const { formKey, usableAt } = await queryClient.ensureQueryData(contactFormQuery)
      // Who has everything filled in by the browser is faster than a person may be.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, usableAt - Date.now())))
      const body = { ...draft, topic, email: normalEmail(draft.email), formKey }
      return unwrap(api.POST("/api/contact", { body }))
    },
    onSuccess: (ticket) => {
      queryClient.removeQueries(contactFormQuery)
      onSent(ticket)
    },
    onError: (error) => {
      // A form that is used up or too old: the next try opens a new one.
      if (error instanceof ApiError && error.status === 409) void queryClient.resetQueries(contactFormQuery)
    },
  })
  const refused = send.error instanceof ApiError ? send.error.errors : {}
  const count = FIELDS.filter((field) => problems[field]).length

  const problemOf = (field: Field) => {
    const own = problems[field]
    return tried && own ? t(`form.errors.${own}`) : refused[field]
  }
  const change = (part: Partial<Draft>) => setTyped({ ...typed, ...part })

  const field = (name: Exclude<Field, "topic">) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    error: problemOf(name),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const wrong = FIELDS.find((field) => problems[field])
    if (wrong) {
      const input = ref.current?.elements.namedItem(wrong)
      if (input instanceof HTMLElement) input.focus()
    } else if (draft.topic && !send.isPending) send.mutate(draft.topic)
  }
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={submit}
      aria-labelledby={title}
      className="relative grid gap-x-6 gap-y-5 rounded-md border border-line bg-paper p-5 sm:grid-cols-2 sm:p-8 print:hidden"
    >
      <div className="sm:col-span-2">
        <h2 id={title} className="text-2xl">
          {t("form.title")}
        </h2>
        {shop && (
          <p className="mt-2 text-ink-soft text-sm">
            {t("form.lead", { hours: shop.promises.supportAnswerHours })}
          </p>
        )}
        {shop?.openingHours && (
          // As high as a line: the answer moves nothing.
          <p role="status" className="mt-1 min-h-5 text-sm">
            <SupportNow />
          </p>
        )}
      </div>
      <TextField
        {...field("name")}
        label={t("form.name")}
        autoComplete="name"
        required
        maxLength={MAX_NAME}
      />
      <EmailField {...field("email")} label={t("form.email")} required />
      <PhoneField {...field("phone")} label={t("form.phone")} maxLength={30} />
      <NativeSelect
        label={t("form.topic")}
        name="topic"
        required
        value={draft.topic}
        onChange={(event) => change({ topic: event.target.value as Topic })}
        error={problemOf("topic")}
        options={[
          { value: "", label: t("form.choose"), disabled: true },
          ...TOPICS.map((topic) => ({ value: topic, label: t(`form.topics.${topic}`) })),
        ]}
      />
      <TextField
        {...field("orderId")}
        label={t("form.orderId")}
        hint={t("form.orderHint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_ORDER}
        className="sm:col-span-2"
      />
      <TextArea
        {...field("message")}
        label={t("form.message")}
        hint={t("form.messageHint")}
        required
        rows={6}
        maxLength={MAX_MESSAGE}
        className="sm:col-span-2"
      />
      <div
        aria-hidden="true"
        className="pointer-events-none absolute top-0 left-0 size-px overflow-hidden opacity-0"
      >
        <label>
          {t("form.leaveEmpty")}
          <input
            tabIndex={-1}
            name="leave-empty"
            autoComplete="off"
            value={draft.website}
            onChange={(event) => change({ website: event.target.value })}
          />
        </label>
      </div>
      <div className="space-y-4 sm:col-span-2">
        <div aria-live="polite">
          {tried && count > 0 && <p className="text-danger text-sm">{t("form.problems", { count })}</p>}
        </div>
        <ErrorNotice error={send.error} fallback={t("form.failed")} />
        <Button type="submit" busy={send.isPending}>
          {t("form.send")}
        </Button>
        <p className="text-ink-soft text-sm">
          {t("form.privacy")}{" "}
          <Link to="/privacy" className="inline-block py-1 text-accent underline underline-offset-4">
            {t("form.privacyLink")}
          </Link>
        </p>
      </div>
    </form>
  )
}

function Sent({ ticket, onAnother }: { ticket: Schemas["TicketOut"]; onAnother: () => void }) {
  const { t } = useTranslation("pages")
  const title = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => {
    title.current?.focus()
  }, [])
  return (
    <div className="rounded-md border border-line bg-paper p-6 text-center sm:p-12">
      <CircleCheck strokeWidth={1.5} className="mx-auto size-12 text-success" />
      <h2 ref={title} tabIndex={-1} className="mt-4 text-2xl focus:outline-none">
        {t("sent.title")}
      </h2>
      <p className="mt-6 text-ink-soft text-sm">{t("sent.ticket")}</p>
      <p className="mt-1 select-all text-xl tabular-nums" translate="no">
        {ticket.number}
      </p>
      <p className="mx-auto mt-6 max-w-md text-ink-soft">
        {t(ticket.isCopied ? "sent.text" : "sent.textWithoutCopy", {
          email: ticket.email,
          hours: ticket.answerHours,
        })}
      </p>
      <Button variant="secondary" onClick={onAnother} className="mt-8">
        {t("sent.another")}
      </Button>
    </div>
  )
}
