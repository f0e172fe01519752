import { useState } from "react"
import { BeadMark } from "@/components/logo"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import type { Mukhi } from "./queries"

/** Width of a bead for each of its millimetres; 15 beads then fill the page's width. */
const PIXELS_PER_MM = 3.25
/** Shown of a bead whose size is unknown. */
const USUAL_MM = 20
/** Length of the ruler below, in pixels. */
const TEN_MM = 10 * PIXELS_PER_MM

const widthOf = ({ millimetres }: Mukhi) =>
  Math.round((millimetres ? (millimetres.smallest + millimetres.largest) / 2 : USUAL_MM) * PIXELS_PER_MM)

type MukhiLineProps = {
  beads: readonly Mukhi[]
  chosen: readonly number[]
  onToggle: (faces: number) => void
}

/** All beads on one thread, in their true sizes to each other; a press puts one side by side with others. */
export function MukhiLine({ beads, chosen, onToggle }: MukhiLineProps) {
  const { t } = useTranslation("mukhi")
  return (
    <section aria-labelledby="mukhi-line" className="mt-10 bg-tile py-8 lg:mt-14 lg:py-12">
      <div className="page flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="mukhi-line" className="text-xl">
          {t("line.title")}
        </h2>
        <p className="text-ink-soft text-sm">{t("line.hint")}</p>
      </div>
      <div className="relative mt-4 overflow-x-auto [scrollbar-width:thin]">
        <ol className="relative mx-auto flex w-max items-stretch px-5 md:px-10">
          {/* The thread. */}
          <li
            aria-hidden="true"
            className="absolute inset-x-0 top-[3.75rem] h-px bg-gold"
            role="presentation"
          />
          {beads.map((bead) => (
            <li key={bead.faces} className="relative">
              <Bead bead={bead} chosen={chosen.includes(bead.faces)} onToggle={onToggle} />
            </li>
          ))}
        </ol>
      </div>
      <p className="page mt-3 flex items-center gap-3 text-ink-soft text-xs">
        <svg width={TEN_MM} height="8" aria-hidden="true" className="text-line-strong">
          <path d={`M.5 0V8M${TEN_MM - 0.5} 0V8M0 4H${TEN_MM}`} stroke="currentColor" />
        </svg>
        {t("line.scale")}
      </p>
    </section>
  )
}

type BeadProps = { bead: Mukhi; chosen: boolean; onToggle: (faces: number) => void }

function Bead({ bead, chosen, onToggle }: BeadProps) {
  const { faces, product } = bead
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={product.title}
      onClick={() => onToggle(faces)}
      className="group flex flex-col items-center gap-2 rounded-md px-1 pb-2 focus-visible:-outline-offset-2"
    >
      <span className="flex h-30 items-center">
        <BeadPicture bead={bead} chosen={chosen} />
      </span>
      <span
        aria-hidden="true"
        className={cx(
          "inline-flex size-9 items-center justify-center rounded-full font-display text-lg leading-none! transition-colors",
          chosen ? "bg-accent text-white" : "group-hover:text-accent",
        )}
      >
        {faces}
      </span>
    </button>
  )
}

/** The bead without a ground, so that the thread is seen up to its outline. */
function BeadPicture({ bead, chosen }: Pick<BeadProps, "bead" | "chosen">) {
  const [broken, setBroken] = useState(false)
  const size = widthOf(bead)
  if (broken) return <BeadMark className="mx-1 size-15 text-gold" />
  return (
    <img
      src={`/pictures/mukhi-${bead.faces}.webp`}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => setBroken(true)}
      className={cx(
        "max-w-none rounded-full transition-shadow",
        chosen && "ring-2 ring-accent ring-offset-2 ring-offset-tile",
      )}
    />
  )
}
