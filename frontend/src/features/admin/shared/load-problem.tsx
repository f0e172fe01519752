import { Button } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { Notice } from "@/components/notice"
import { Spinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"

type LoadProblemProps = { title: string; error: unknown; retrying: boolean; onRetry: () => void }

/** In place of a failed load: title, error and retry button. */
export function LoadProblem({ title, error, retrying, onRetry }: LoadProblemProps) {
  return (
    <div className="pt-12 text-center">
      <h2 className="text-xl">{title}</h2>
      <ErrorState compact error={error} retrying={retrying} onRetry={onRetry} />
    </div>
  )
}

/** In place of the content of an opened dialog: loading or error state. */
export function LoadingOrProblem({ loading, ...problem }: LoadProblemProps & { loading: string }) {
  if (problem.error) return <LoadProblem {...problem} />
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-ink-soft">
      <Spinner /> {loading}
    </p>
  )
}

/** Above data that could not be refetched: error and retry button. */
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
