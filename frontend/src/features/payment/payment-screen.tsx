import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { LiveDot } from "@/components/live-dot"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { liveLink, useTopic } from "@/lib/live"
import { toast } from "@/lib/toast"
import { newest } from "@/lib/versioned"
import { useLiveStatus } from "@/stores/live"
import { ContinueShopping, PaymentActions } from "./actions"
import { Emblem } from "./emblem"
import { PaymentFacts, PaymentSteps } from "./facts"
import { askAgainIn, UNKNOWN_LIMIT } from "./fallback"
import { Processing } from "./processing"
import { askProvider, isOpen, isUnknown, type PaymentStatus, paymentQuery } from "./queries"

// Drawn once per page: see askAgainIn.
const chance = Math.random()

/** One payment, followed live; asked for by hand only while the live link is down. */
export function PaymentScreen({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation("payment")
  const payment = usePayment(transactionId)
  const { data, error } = payment

  if (data) return <Known payment={data} onRefresh={payment.refresh} refreshing={payment.refreshing} />
  if (isUnknown(error)) return <Unknown givenUp={payment.givenUp} onRetry={payment.retry} />
  if (error) {
    return (
      <Panel tone="warning" title={t("failedCheck.title")} lead={t("failedCheck.lead")}>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button busy={payment.isFetching} onClick={payment.retry}>
            {t("failedCheck.retry")}
          </Button>
          <ContinueShopping />
        </div>
      </Panel>
    )
  }
  return <PageSpinner label={t("loading")} />
}

function usePayment(transactionId: string) {
  const client = useQueryClient()
  const { t } = useTranslation("payment")
  const errorText = useErrorText()
  const options = paymentQuery(transactionId)
  const known = client.getQueryData(options.queryKey) !== undefined
  const [watching, setWatching] = useState(known)
  // The first answer comes by REST; from then on the topic carries every change.
  const followed = useTopic(watching ? `payment:${transactionId}` : null, options)
  // Counted from the last time we looked anew, so that "Look again" does look again.
  const [unknownBefore, setUnknownBefore] = useState(0)

  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => {
      const unknown = isUnknown(state.error)
      if (unknown && state.errorUpdateCount - unknownBefore >= UNKNOWN_LIMIT) return false
      if (followed || (state.data && !isOpen(state.data))) return false
      return askAgainIn({ tries: state.dataUpdateCount + state.errorUpdateCount, unknown, chance })
    },
    refetchOnWindowFocus: !followed,
  })
  if (query.data && !watching) setWatching(true)

  const ask = useMutation({
    mutationFn: () => askProvider(transactionId),
    onSuccess: (answer) => client.setQueryData(options.queryKey, (held) => newest(held, answer)),
  })

  // Connect while the first answer is on its way.
  useEffect(() => liveLink.warmUp(), [])

  // The shopper has come back: the best moment for the server to ask the provider, once.
  const asked = useRef(false)
  const open = query.data?.outcome === "processing"
  const { mutate } = ask
  useEffect(() => {
    if (!open || asked.current) return
    asked.current = true
    mutate()
  }, [open, mutate])

  return {
    data: query.data,
    error: query.error,
    isFetching: query.isFetching,
    givenUp: query.errorUpdateCount - unknownBefore >= UNKNOWN_LIMIT,
    retry: () => {
      setUnknownBefore(query.errorUpdateCount)
      void query.refetch()
    },
    refreshing: ask.isPending,
    refresh: () => mutate(undefined, { onError: (error) => toast.error(errorText(error, t("checkFailed"))) }),
  }
}

type KnownProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

function Known({ payment, onRefresh, refreshing }: KnownProps) {
  const { t } = useTranslation("payment")
  const status = useLiveStatus()
  const { outcome } = payment
  const title = t(`${outcome}.title`)
  return (
    <Panel tone={outcome} title={title} lead={<Lead payment={payment} />}>
      {/* Read out when the outcome turns, never when the page opens. */}
      <Announcement text={title} />
      {outcome === "processing" && (
        <Processing payment={payment} onRefresh={onRefresh} refreshing={refreshing} />
      )}
      <PaymentActions payment={payment} onRefresh={onRefresh} refreshing={refreshing} />
      {outcome !== "failed" && <PaymentSteps payment={payment} />}
      <PaymentFacts payment={payment} />
      <p className="mt-6 flex justify-center">
        <LiveDot status={status} />
      </p>
    </Panel>
  )
}

function Lead({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  switch (payment.outcome) {
    case "processing":
      return t("processing.lead")
    case "success":
      return t("success.lead")
    case "received":
      return (
        <>
          {t("received.lead")}
          {payment.inReview && <span className="mt-2 block">{t("received.review")}</span>}
        </>
      )
    case "failed":
      return (
        <>
          <span className="text-ink">{payment.reason ?? t("failed.lead")}</span>
          <span className="mt-2 block">
            {payment.mayHaveBeenDebited ? t("failed.debited") : t("failed.notDebited")}
          </span>
        </>
      )
  }
}

function Announcement({ text }: { text: string }) {
  const [first] = useState(text)
  const [turned, setTurned] = useState(false)
  if (text !== first && !turned) setTurned(true)
  return (
    <p role="status" className="sr-only">
      {turned && text}
    </p>
  )
}

function Unknown({ givenUp, onRetry }: { givenUp: boolean; onRetry: () => void }) {
  const { t } = useTranslation("payment")
  if (!givenUp) {
    return <Panel tone="processing" title={t("unknown.waiting")} lead={t("unknown.waitingLead")} />
  }
  return (
    <Panel tone="warning" title={t("unknown.title")} lead={t("unknown.lead")}>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{t("unknown.tryAgain")}</Button>
        <ContinueShopping />
      </div>
    </Panel>
  )
}

type PanelProps = {
  tone: PaymentStatus["outcome"] | "warning"
  title: string
  lead: React.ReactNode
  children?: React.ReactNode
}

function Panel({ tone, title, lead, children }: PanelProps) {
  return (
    <article className="rounded-lg border border-line bg-paper px-5 py-10 sm:px-12 sm:py-14">
      <div key={tone} className="animate-fade-in text-center">
        <Emblem tone={tone} />
        <h1 className="mt-6 text-3xl">{title}</h1>
        <p className="mx-auto mt-3 max-w-lg text-ink-soft">{lead}</p>
      </div>
      {children}
    </article>
  )
}
