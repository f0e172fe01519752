import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useId, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import type { NewPhoto } from "@/components/photo-picker"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { closeIntent, once } from "@/lib/intent"
import { headersOf, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import { photoForm } from "@/lib/upload"
import { type Order, orderQuery, type WholeOrder } from "./queries"

/** Props of a dialog that asks for something about an order. */
export type RequestProps = {
  order: WholeOrder
  secret: Secret | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

type RequestDialogProps = Pick<RequestProps, "open" | "onOpenChange"> & {
  title: string
  description: string
  /** The text of the button that sends the form. */
  submit: string
  children: (form: FormOfRequest) => ReactNode
}

/** Props that the dialog passes to its form. */
export type FormOfRequest = {
  id: string
  onSending: (sending: boolean) => void
  onDone: () => void
}

/** A dialog with a form that asks the shop for something; it stays open while the form is being sent. */
export function RequestDialog({ open, onOpenChange, children, submit, ...texts }: RequestDialogProps) {
  const { t } = useTranslation("orders")
  const form = useId()
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      {...texts}
      open={open}
      onOpenChange={(now) => !sending && onOpenChange(now)}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={sending} onClick={() => onOpenChange(false)}>
            {t("request.cancel")}
          </Button>
          <Button type="submit" form={form} busy={sending}>
            {submit}
          </Button>
        </div>
      }
    >
      {children({ id: form, onSending: setSending, onDone: () => onOpenChange(false) })}
    </Dialog>
  )
}

type Answer = { order: Order }

type Fields = Parameters<typeof photoForm>[0]

/** Options of the API call that sends a request with its photos. */
export type RequestOptions<F extends Fields> = ReturnType<typeof photoForm<F>> & {
  params: { path: { order_id: string } }
  headers: Record<string, string>
}

type SendOptions<F extends Fields> = Omit<FormOfRequest, "id"> &
  Pick<RequestProps, "order" | "secret"> & {
    photos: readonly NewPhoto[]
    /** Name of the intent, which makes `post` idempotent. */
    intent: string
    post: (options: RequestOptions<F>) => Promise<Answer>
    /** True when the refetched order contains the request. */
    hasArrived: (now: Order) => boolean
    done: string
  }

/** Send a request about an order; `part` is the upload's progress, 0 to 1. */
export function useSendRequest<F extends Fields>(options: SendOptions<F>) {
  const { order, secret, photos, intent, post, hasArrived, ...rest } = options
  const client = useQueryClient()
  const [part, setPart] = useState(0)
  const query = orderQuery(order.orderId, secret)
  const sending = useMutation({
    onMutate: () => rest.onSending(true),
    mutationFn: (fields: F) =>
      once(intent, (key) =>
        post({
          params: { path: { order_id: order.orderId } },
          headers: { ...headersOf(secret), "Idempotency-Key": key },
          ...photoForm(
            fields,
            photos.map(({ file }) => file),
            setPart,
          ),
        }),
      ).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status > 0) throw error
        // The answer was lost, but the request may have arrived: refetch the order to see.
        const now = await client.fetchQuery({ ...query, staleTime: 0, retry: false }).catch(() => null)
        if (now === null || !hasArrived(now)) throw error
        closeIntent(intent)
        return { order: now }
      }),
    onSuccess: (data) => {
      client.setQueryData(query.queryKey, data.order)
      toast.success(rest.done)
      rest.onDone()
    },
    onSettled: () => {
      rest.onSending(false)
      setPart(0)
    },
  })
  return {
    ...sending,
    part,
    /** The server's error by field. */
    problems: sending.error instanceof ApiError ? sending.error.errors : {},
  }
}

type SendStateProps = {
  send: { isPending: boolean; part: number; error: Error | null }
  /** Error text when the server sent none. */
  failed: string
}

/** Progress of the upload, or its error. */
export function SendState({ send, failed }: SendStateProps) {
  const { t } = useTranslation("orders")
  return (
    <>
      {send.isPending && (
        <progress
          aria-label={t("request.sending")}
          max={1}
          value={send.part}
          className="bar block h-1.5 w-full"
        />
      )}
      <ErrorNotice error={send.error} fallback={failed} />
    </>
  )
}
