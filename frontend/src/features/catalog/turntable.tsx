import { Pause, Play, X } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import { Button, IconButton } from "@/components/button"
import { Picture, type PictureData } from "@/components/picture"
import { Slider } from "@/components/slider"
import { Spinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { COLUMNS, FRAMES, faceInFront, frameAt, spriteFiles } from "./turntable-frames"

const FRAME_MS = 260
/** Drawn across the whole picture, the bead turns by half. */
const FRAMES_ACROSS = FRAMES / 2

/** The current frame, the faces counted so far, and the number of frames left of the automatic turn. */
type Turn = { frame: number; counted: ReadonlySet<number>; framesLeft: number }
const START: Turn = { frame: 0, counted: new Set(), framesLeft: 0 }

function turned({ counted }: Turn, next: number, framesLeft: number, mukhi: number | null): Turn {
  const frame = frameAt(next)
  return { frame, framesLeft, counted: mukhi ? new Set(counted).add(faceInFront(frame, mukhi)) : counted }
}

type TurntableProps = {
  title: string
  sprite: PictureData
  /** Shown until the sprite has arrived. */
  poster: PictureData | null
  /** Number of faces; null for a product without faces. */
  mukhi: number | null
  onClose: () => void
}

/**
 * The bead on a turntable: turned by dragging, arrow keys or a slider, its faces counted as they come to the front.
 *
 * It turns once by itself, unless the visitor prefers less motion or takes over.
 */
export function Turntable({ title, sprite, poster, mukhi, onClose }: TurntableProps) {
  const { t } = useTranslation("turntable")
  const group = useRef<HTMLFieldSetElement>(null)
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading")
  // Another attempt is another element.
  const [attempt, setAttempt] = useState(0)
  const [{ frame, counted, framesLeft }, update] = useState<Turn>(START)
  const drag = useRef<{ x: number; frame: number; width: number } | null>(null)
  const isTurning = framesLeft > 0

  useEffect(() => {
    group.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    if (!isTurning) return
    const timer = setInterval(
      () =>
        update((now) => (now.framesLeft > 0 ? turned(now, now.frame + 1, now.framesLeft - 1, mukhi) : now)),
      FRAME_MS,
    )
    return () => clearInterval(timer)
  }, [isTurning, mukhi])

  function onLoad() {
    setState("ready")
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    update((now) => turned(now, 0, isStill ? 0 : FRAMES, mukhi))
  }
  /** The visitor turns it: no turning by itself any more. */
  const turnTo = (next: number) => update((now) => turned(now, next, 0, mukhi))
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    if (event.key === "Escape") onClose()
    else if (state !== "ready") return
    else if (event.key === "ArrowRight" || event.key === "ArrowUp") turnTo(frame + 1)
    else if (event.key === "ArrowLeft" || event.key === "ArrowDown") turnTo(frame - 1)
    else return
    // The slider would step, too, and end where the turn does not.
    event.stopPropagation()
    event.preventDefault()
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (state !== "ready") return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, frame, width: event.currentTarget.clientWidth || 1 }
    turnTo(frame)
  }
  function onPointerMove({ clientX }: PointerEvent) {
    const from = drag.current
    if (from) turnTo(from.frame + ((clientX - from.x) / from.width) * FRAMES_ACROSS)
  }
  const endDrag = () => {
    drag.current = null
  }

  const face = mukhi ? faceInFront(frame, mukhi) : null
  const say = (at: number) =>
    mukhi
      ? t("face", { face: faceInFront(at, mukhi), faces: mukhi })
      : t("angle", { degrees: at * (360 / FRAMES) })
  const all = mukhi !== null && counted.size === mukhi
  const files = spriteFiles(sprite)
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={t("label", { title })}
      onKeyDownCapture={onKeyDown}
      className="min-w-0 outline-hidden"
    >
      <div
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        className={cx(
          "relative aspect-square touch-pan-y select-none overflow-hidden rounded-md bg-tile",
          state === "ready" && "cursor-grab active:cursor-grabbing",
        )}
      >
        {state !== "failed" && (
          <picture key={attempt}>
            {files.avif && <source type="image/avif" srcSet={files.avif} />}
            <img
              src={files.src}
              alt={state === "ready" ? `${title}: ${say(frame)}` : ""}
              draggable={false}
              onLoad={onLoad}
              onError={() => setState("failed")}
              className="absolute top-0 left-0 max-w-none"
              style={{
                width: `${COLUMNS * 100}%`,
                transform: `translate(${-(frame % COLUMNS) * (100 / COLUMNS)}%, ${-Math.floor(frame / COLUMNS) * (100 / COLUMNS)}%)`,
              }}
            />
          </picture>
        )}
        {state !== "ready" && (
          <>
            <Picture picture={poster} alt="" sizes="(min-width: 40rem) 50vw, 100vw" className="opacity-50" />
            <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 px-6 text-center">
              {state === "loading" ? (
                <p role="status" className="flex items-center gap-3 rounded-full bg-paper/90 px-5 py-2.5">
                  <Spinner className="text-accent" /> {t("loading")}
                </p>
              ) : (
                <div role="alert" className="rounded-md bg-paper/95 px-6 py-5">
                  <p>{t("failed")}</p>
                  <Button
                    variant="secondary"
                    size="sm"
                    className="mt-3"
                    onClick={() => {
                      setAttempt(attempt + 1)
                      setState("loading")
                    }}
                  >
                    {t("shop:common.tryAgain")}
                  </Button>
                </div>
              )}
            </div>
          </>
        )}
        {state === "ready" && face !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute bottom-3 left-1/2 inline-flex min-w-9 -translate-x-1/2 justify-center rounded-full bg-paper/90 px-3 py-1 font-display text-lg tabular-nums before:absolute before:bottom-full before:left-1/2 before:h-3 before:w-px before:bg-gold"
          >
            {face}
          </span>
        )}
        <button
          type="button"
          aria-label={t("close")}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={onClose}
          className="absolute top-3 right-3 inline-flex size-11 items-center justify-center rounded-full bg-paper/90 text-ink transition-colors hover:text-accent"
        >
          <X className="size-5" />
        </button>
      </div>
      <div className="mt-3 flex items-center gap-3">
        <IconButton
          label={isTurning ? t("stop") : t("turn")}
          disabled={state !== "ready"}
          onClick={() => update((now) => ({ ...now, framesLeft: isTurning ? 0 : FRAMES }))}
        >
          {isTurning ? <Pause className="size-5" /> : <Play className="size-5" />}
        </IconButton>
        <Slider
          label={t("slider")}
          hideLabel
          value={frame}
          min={0}
          max={FRAMES - 1}
          say={say}
          disabled={state !== "ready"}
          onChange={turnTo}
          className="min-w-0 flex-1"
        />
      </div>
      {mukhi !== null && (
        <div className="mt-1">
          <ol aria-hidden="true" className="flex flex-wrap justify-center gap-x-3 gap-y-1 tabular-nums">
            {Array.from({ length: mukhi }, (_, index) => index + 1).map((number) => (
              <li
                key={number}
                className={cx(
                  "min-w-5 border-b-2 pb-0.5 text-center text-sm",
                  number === face
                    ? "border-accent font-medium text-accent"
                    : counted.has(number)
                      ? "border-gold text-ink"
                      : "border-transparent text-ink-faint",
                )}
              >
                {number}
              </li>
            ))}
          </ol>
          <p role="status" className="mt-2 min-h-6 text-center text-ink-soft text-sm">
            {all ? t("counted", { count: mukhi }) : ""}
          </p>
          {!all && <p className="-mt-6 text-center text-ink-soft text-sm">{t("hint")}</p>}
        </div>
      )}
    </fieldset>
  )
}
