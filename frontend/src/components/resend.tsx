import { useNow } from "@/lib/clock"
import { Button } from "./button"

/** Pause between two codes, as the server enforces it. */
const PAUSE_MS = 30_000

type ResendProps = {
  /** Time of the last code, in milliseconds since 1970. */
  sentAt: number
  /** Time from which the server allows to resend, if it has said so. */
  blockedUntil?: number
  busy: boolean
  onClick: () => void
  again: string
  waitText: (seconds: number) => string
  /** Read out when the wait is over: every second would drown everything else. */
  readyText: string
}

/** Button that resends the code, or the countdown until it is allowed. */
export function Resend({ sentAt, blockedUntil = 0, busy, onClick, again, waitText, readyText }: ResendProps) {
  const until = Math.max(sentAt + PAUSE_MS, blockedUntil)
  const wait = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  return (
    <>
      {wait > 0 ? (
        <p role="timer" className="text-ink-soft text-sm tabular-nums">
          {waitText(wait)}
        </p>
      ) : (
        <Button variant="quiet" size="sm" busy={busy} onClick={onClick}>
          {again}
        </Button>
      )}
      <p role="status" className="sr-only">
        {wait > 0 ? "" : readyText}
      </p>
    </>
  )
}
