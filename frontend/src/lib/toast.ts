import { create } from "zustand"

export type ToastKind = "info" | "success" | "error"
type ToastAction = { label: string; onClick: () => void }
type ToastMessage = { kind: ToastKind; text: string; action?: ToastAction }

let listener: ((message: ToastMessage) => void) | null = null

/**
 * Toasts are sent from anywhere and shown by components/toaster.tsx, which is loaded for the first of them: until then
 * they wait here.
 */
export const useWaitingToasts = create<{ waiting: readonly ToastMessage[] }>(() => ({ waiting: [] }))

function send(message: ToastMessage) {
  if (listener) listener(message)
  else useWaitingToasts.setState(({ waiting }) => ({ waiting: [...waiting, message] }))
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
  for (const message of useWaitingToasts.getState().waiting) show(message)
  useWaitingToasts.setState({ waiting: [] })
  return () => {
    if (listener === show) listener = null
  }
}
