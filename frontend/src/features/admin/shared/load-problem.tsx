import { Button } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { Notice } from "@/components/notice"
import { Spinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"

type LoadProblemProps = { title: string; error: unknown; retrying: boolean; onRetry: () => void }

/** In place of what could not be loaded: what it was, why, and a way to try again. */
export function LoadProblem({ title, error, retrying, onRetry }: LoadProblemProps) {
  return (
    <div className="pt-12 text-center">
      <h2 className="text-xl">{title}</h2>
      <ErrorState compact error={error} retrying={retrying} onRetry={onRetry} />
    </div>
  )
}

/** In place of what was opened and is not here yet: that it is on its way, or why it did not come. */
export function Opening({ loading, ...problem }: LoadProblemProps & { loading: string }) {
  if (problem.error) return <LoadProblem {...problem} />
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-ink-soft">
      <Spinner /> {loading}
    </p>
  )
}

/** Above what is still shown from before, when renewing it failed. */
export function RenewProblem({ title, error, retrying, onRetry }: LoadProblemProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <Notice tone="danger" announce title={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {errorText(error)}
        <Button variant="secondary" size="sm" busy={retrying} onClick={onRetry}>
          {t("common.tryAgain")}
        </Button>
      </div>
    </Notice>
  )
}
