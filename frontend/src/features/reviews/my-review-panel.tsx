import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useLocation } from "react-router-dom"
import { Badge, type Tone } from "@/components/badge"
import { Button, ButtonLink } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorState } from "@/components/error-state"
import { PhotoStrip } from "@/components/photo-strip"
import { Stars } from "@/components/rating"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { loginAddress } from "@/lib/redirect"
import { retryOf } from "@/lib/retry-of"
import { useUser } from "@/stores/session"
import { type MyReview, myReviewQuery } from "./queries"
import { ReviewForm } from "./review-form"
import { WithdrawButton } from "./withdraw-button"

/** The reader's own word: the way to the login, why not, the invitation, or where their review stands. */
export function MyReviewPanel({ slug, title }: { slug: string; title: string }) {
  const { t } = useTranslation("reviews")
  const { user, isLoading } = useUser()
  const { pathname, search, hash } = useLocation()
  if (isLoading) return <Skeleton className="h-36 w-full" />
  if (!user) {
    return (
      <Panel title={t("mine.loginTitle")} text={t("mine.loginText")}>
        <ButtonLink variant="secondary" to={loginAddress(pathname + search + hash)}>
          {t("mine.login")}
        </ButtonLink>
      </Panel>
    )
  }
  return <Mine key={user._id} slug={slug} title={title} userId={user._id} />
}

function Mine({ slug, title, userId }: { slug: string; title: string; userId: string }) {
  const { t } = useTranslation("reviews")
  const mine = useQuery(myReviewQuery(slug))
  const [writing, setWriting] = useState(false)
  // As it was when the form was opened: it closes under the name it had.
  const [editing, setEditing] = useState(false)
  const open = (change: boolean) => {
    setEditing(change)
    setWriting(true)
  }

  if (mine.isPending) return <Skeleton className="h-36 w-full" />
  if (!mine.data) {
    return <ErrorState compact fallback={t("mine.failed")} {...retryOf(mine)} />
  }
  const { canReview, review } = mine.data
  if (!canReview) return <Panel title={t("mine.buyersOnlyTitle")} text={t("mine.buyersOnly")} />
  return (
    <>
      {review ? (
        <Written slug={slug} review={review} onEdit={() => open(true)} />
      ) : (
        <Panel title={t("mine.inviteTitle")} text={t("mine.inviteText")}>
          <Button onClick={() => open(false)}>{t("mine.write")}</Button>
        </Panel>
      )}
      <Dialog
        open={writing}
        onOpenChange={setWriting}
        title={editing ? t("form.editTitle") : t("form.writeTitle")}
        description={title}
      >
        <ReviewForm slug={slug} userId={userId} review={review} onDone={() => setWriting(false)} />
      </Dialog>
    </>
  )
}

const tones: Record<MyReview["status"], Tone> = {
  pending: "info",
  published: "success",
  rejected: "warning",
}

type WrittenProps = { slug: string; review: MyReview; onEdit: () => void }

function Written({ slug, review, onEdit }: WrittenProps) {
  const { t } = useTranslation("reviews")
  return (
    <section className="rounded-md border border-line bg-paper p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t("mine.title")}</h2>
        <Badge tone={tones[review.status]}>{t(`mine.status.${review.status}`)}</Badge>
      </div>
      <div className="mt-3">
        <Stars value={review.rating} />
      </div>
      <h3 lang={review.language} className="mt-1.5">
        {review.title}
      </h3>
      <p lang={review.language} className="mt-1 line-clamp-3 whitespace-pre-line wrap-anywhere text-sm">
        {review.text}
      </p>
      <div className="mt-3">
        <PhotoStrip
          size="sm"
          photos={review.photos}
          title={t("mine.title")}
          nameOf={(number) => t("openPhoto", { number, author: review.author || t("buyer") })}
        />
      </div>
      <p role="status" className="mt-4 text-ink-soft text-sm">
        {t(`mine.${review.status}`)}
        {review.reason && (
          <span className="mt-1.5 block wrap-anywhere text-ink">
            {t("mine.reason", { reason: t(`reasons.${review.reason}`) })} {review.note}
          </span>
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onEdit}>
          {t("mine.edit")}
        </Button>
        <WithdrawButton slug={slug} />
      </div>
    </section>
  )
}

function Panel({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className="rounded-md bg-tile p-6">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1.5 text-ink-soft text-sm">{text}</p>
      {children && <div className="mt-5">{children}</div>}
    </section>
  )
}
