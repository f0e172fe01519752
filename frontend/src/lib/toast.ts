export type ToastKind = "info" | "success" | "error"
export type ToastMessage = { kind: ToastKind; text: string }

/**
 * Toasts are sent from anywhere and shown by components/toaster.tsx, which is loaded after the page:
 * what is sent before it listens waits here.
 */
let listener: ((message: ToastMessage) => void) | null = null
const waiting: ToastMessage[] = []

function send(kind: ToastKind, text: string) {
  const message = { kind, text }
  if (listener) listener(message)
  else waiting.push(message)
}

export const toast = {
  info: (text: string) => send("info", text),
  success: (text: string) => send("success", text),
  error: (text: string) => send("error", text),
}

/** Take over the showing of toasts; returns the function that gives it back. */
export function onToast(show: (message: ToastMessage) => void): () => void {
  listener = show
  for (const message of waiting.splice(0)) show(message)
  return () => {
    if (listener === show) listener = null
  }
}
