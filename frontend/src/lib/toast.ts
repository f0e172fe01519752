export type ToastKind = "info" | "success" | "error"
type ToastAction = { label: string; onClick: () => void }
type ToastMessage = { kind: ToastKind; text: string; action?: ToastAction }

/**
 * Toasts are sent from anywhere and shown by components/toaster.tsx, which is loaded after the page: earlier ones are
 * queued here.
 */
let listener: ((message: ToastMessage) => void) | null = null
const waiting: ToastMessage[] = []

function send(message: ToastMessage) {
  if (listener) listener(message)
  else waiting.push(message)
}

/** `action` is a button in the toast, such as undo; the toast then stays longer. */
export const toast = {
  info: (text: string, action?: ToastAction) => send({ kind: "info", text, action }),
  success: (text: string, action?: ToastAction) => send({ kind: "success", text, action }),
  error: (text: string, action?: ToastAction) => send({ kind: "error", text, action }),
}

/** Register the component that shows toasts; returns the function that unregisters it. */
export function onToast(show: (message: ToastMessage) => void): () => void {
  listener = show
  for (const message of waiting.splice(0)) show(message)
  return () => {
    if (listener === show) listener = null
  }
}
