import { Toast } from "@base-ui/react/toast"
import { CircleAlert, CircleCheck, Info, X } from "lucide-react"
import { useEffect } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { onToast, type ToastKind } from "@/lib/toast"

const DURATION_MS: Record<ToastKind, number> = { info: 4000, success: 3000, error: 5000 }
/** Long enough to read, to decide and to reach the button. */
const DURATION_WITH_ACTION_MS = 8000
const icons: Record<ToastKind, typeof Info> = { info: Info, success: CircleCheck, error: CircleAlert }
const colours: Record<ToastKind, string> = {
  info: "text-info",
  success: "text-success",
  error: "text-danger",
}

/**
 * Shows what lib/toast.ts sends, top right, announced to screen readers.
 *
 * They cover no drawer: beside one that is open from the right they move to its left. Where the screen is too narrow for
 * both they leave its upper right corner free, where windows and drawers are closed; a drawer from the left is closed
 * further in.
 *
 * A toast stays while it is pointed at or focused.
 */
export function Toaster() {
  const { t } = useTranslation()
  return (
    <Toast.Provider>
      <Receiver />
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t("common.notices")}
          className="fixed top-3 right-16 left-3 z-50 flex flex-col gap-2.5 outline-hidden print:hidden sm:right-auto sm:w-80 lg:top-4 lg:right-4 lg:left-auto lg:w-96 max-sm:[[data-drawer=left]_&]:right-26 lg:[[data-drawer=right]_&]:right-112"
        >
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Receiver() {
  const { add, close } = Toast.useToastManager()
  useEffect(() => {
    return onToast(({ kind, text, action }) => {
      const id = add({
        title: text,
        type: kind,
        timeout: action ? DURATION_WITH_ACTION_MS : DURATION_MS[kind],
        priority: kind === "error" ? "high" : "low",
        actionProps: action && {
          children: action.label,
          onClick() {
            close(id)
            action.onClick()
          },
        },
      })
    })
  }, [add, close])
  return null
}

function Messages() {
  const { t } = useTranslation()
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const kind = (toast.type ?? "info") as ToastKind
    const Icon = icons[kind]
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={["right", "up"]}
        className="[transform:translateX(var(--toast-swipe-movement-x))_translateY(var(--toast-swipe-movement-y))] rounded-sm border border-line bg-paper shadow-float transition-[opacity,transform] duration-250 data-ending-style:opacity-0 data-starting-style:[transform:translateY(-0.75rem)] data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
          <Icon className={cx("mt-0.5 size-5 shrink-0", colours[kind])} />
          <Toast.Title className="min-w-0 flex-1 font-text text-sm tracking-normal" />
          <Toast.Action className="-my-1 min-h-8 shrink-0 rounded-sm px-2 font-medium text-accent text-sm underline-offset-4 hover:underline empty:hidden" />
          {/* Base UI hides it from screen readers until the focus is among the toasts, though it can be focused. */}
          <Toast.Close
            aria-hidden={false}
            aria-label={t("common.close")}
            className="-my-1 inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-ink-soft hover:text-ink"
          >
            <X className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
