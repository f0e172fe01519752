import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { Controller, useForm, useWatch } from "react-hook-form"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { type NewPhoto, PhotoPicker } from "@/components/photo-picker"
import { StarInput } from "@/components/star-input"
import { useTranslation } from "@/i18n"
import { ApiError, api, unwrap } from "@/lib/api"
import { toast } from "@/lib/toast"
import { photoForm } from "@/lib/upload"
import { z } from "@/lib/zod"
import { clearDraft, readDraft, storeDraft } from "./draft"
import { type MyReview, myReviewQuery, type ReviewPhoto } from "./queries"

const MAX_TITLE = 120
const MIN_TEXT = 10
const MAX_TEXT = 4000

type Problem = "rating" | "titleRequired" | "titleLong" | "textShort" | "textLong"
const problem = (code: Problem) => code

/** The server's rules, checked before the form is sent. */
const schema = z.object({
  rating: z
    .number()
    .nullable()
    .refine((stars): stars is number => stars !== null, problem("rating")),
  title: z.string().trim().min(1, problem("titleRequired")).max(MAX_TITLE, problem("titleLong")),
  text: z.string().trim().min(MIN_TEXT, problem("textShort")).max(MAX_TEXT, problem("textLong")),
})

type ReviewFormProps = {
  slug: string
  userId: string
  /** The review to change; null for the first one. */
  review: MyReview | null
  onDone: () => void
}

export function ReviewForm({ slug, userId, review, onDone }: ReviewFormProps) {
  const { t } = useTranslation("reviews")
  const client = useQueryClient()
  const [uploaded, setUploaded] = useState<readonly ReviewPhoto[]>(review?.photos ?? [])
  const [added, setAdded] = useState<readonly NewPhoto[]>([])
  const [progress, setProgress] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    defaultValues: readDraft(userId, slug) ?? {
      rating: review?.rating ?? null,
      title: review?.title ?? "",
      text: review?.text ?? "",
    },
    resolver: zodResolver(schema),
    mode: "onTouched",
    // The stars have no input that the library knows: see `goToProblem`.
    shouldFocusError: false,
  })
  const { errors, touchedFields } = form.formState
  const typed = useWatch({ control: form.control, name: "text" })

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => storeDraft(userId, slug, values),
    })
  }, [form, userId, slug])

  const sending = useMutation({
    mutationFn: (words: { rating: number; title: string; text: string }) => {
      const fields = review ? { ...words, keepPhotos: uploaded.map(({ _id }) => _id) } : words
      const photos = added.map(({ file }) => file)
      const options = { params: { path: { slug } }, ...photoForm(fields, photos, setProgress) }
      return unwrap(
        review
          ? api.POST("/api/products/{slug}/reviews/mine", options)
          : api.POST("/api/products/{slug}/reviews", options),
      )
    },
    onMutate: () => setProgress(0),
    onSuccess: (answer) => {
      clearDraft(userId, slug)
      client.setQueryData(myReviewQuery(slug).queryKey, answer)
      void client.invalidateQueries({ queryKey: ["reviews", slug] })
      toast.success(t("form.sent"))
      onDone()
    },
    onError: (error) => {
      // Written in another tab meanwhile, or no buyer any more: the panel behind says how it is.
      if (error instanceof ApiError && (error.code === "REVIEW_EXISTS" || error.code === "NOT_A_BUYER"))
        void client.invalidateQueries({ queryKey: myReviewQuery(slug).queryKey })
    },
  })
  const refused = sending.error instanceof ApiError ? sending.error.errors : {}

  const textOf: Record<Problem, string> = {
    rating: t("form.errors.rating"),
    titleRequired: t("form.errors.titleRequired"),
    titleLong: t("form.errors.titleLong", { max: MAX_TITLE }),
    textShort: t("form.errors.textShort", { min: MIN_TEXT }),
    textLong: t("form.errors.textLong", { max: MAX_TEXT }),
  }
  const problemOf = (field: "rating" | "title" | "text"): string | undefined => {
    const code = errors[field]?.message as Problem | undefined
    return code ? textOf[code] : touchedFields[field] && !sending.error ? undefined : refused[field]
  }

  /** Lead to the first field at fault. */
  function goToProblem(problems: typeof errors) {
    if (problems.rating) element.current?.querySelector<HTMLElement>("[role=radio]")?.focus()
    else form.setFocus(problems.title ? "title" : "text")
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.handleSubmit((words) => sending.mutate(words), goToProblem)}
      className="space-y-6"
    >
      {review && <p className="text-ink-soft text-sm">{t("form.editNote")}</p>}
      <Controller
        control={form.control}
        name="rating"
        render={({ field }) => (
          <StarInput
            label={t("form.rating")}
            name={field.name}
            value={field.value}
            onChange={field.onChange}
            error={problemOf("rating")}
            disabled={sending.isPending}
          />
        )}
      />
      <TextField
        {...form.register("title")}
        label={t("form.title")}
        hint={t("form.titleHint")}
        error={problemOf("title")}
        maxLength={MAX_TITLE}
        autoComplete="off"
      />
      <TextArea
        {...form.register("text")}
        label={t("form.text")}
        hint={
          typed.length > MAX_TEXT / 2
            ? t("form.count", { count: typed.length, max: MAX_TEXT })
            : t("form.textHint")
        }
        error={problemOf("text")}
        maxLength={MAX_TEXT}
        rows={6}
      />
      <PhotoPicker
        uploaded={uploaded}
        added={added}
        onUploadedChange={setUploaded}
        onAdded={setAdded}
        problems={refused}
        disabled={sending.isPending}
      />
      <p className="text-ink-soft text-sm">
        {t("form.asName")} {t("form.draftKept")}
      </p>
      <ErrorNotice error={sending.error} />
      {sending.isPending && (
        <progress
          aria-label={t("form.sendingPhotos")}
          max={1}
          value={progress}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-tile [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-tile [&::-webkit-progress-value]:bg-accent"
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDone} disabled={sending.isPending}>
          {t("form.cancel")}
        </Button>
        <Button type="submit" busy={sending.isPending}>
          {sending.isPending ? t("form.sending", { percent: Math.round(progress * 100) }) : t("form.send")}
        </Button>
      </div>
    </form>
  )
}
