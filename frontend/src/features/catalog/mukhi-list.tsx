import { Check, Plus } from "lucide-react"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { verbatim } from "@/lib/verbatim"
import { useMukhiFacts } from "./mukhi-facts"
import type { Mukhi } from "./queries"

type MukhiListProps = {
  beads: readonly Mukhi[]
  chosen: readonly number[]
  onToggle: (faces: number) => void
}

/** The facts of all beads as a list. */
export function MukhiList({ beads, chosen, onToggle }: MukhiListProps) {
  const { t } = useTranslation("mukhi")
  const factsOf = useMukhiFacts()
  return (
    <section aria-labelledby="mukhi-all" className="mt-20 lg:mt-28">
      <h2 id="mukhi-all" className="text-2xl">
        {t("all")}
      </h2>
      <ul className="mt-6 border-line border-t">
        {beads.map((bead) => {
          const { faces, product } = bead
          const isChosen = chosen.includes(faces)
          return (
            <li
              key={faces}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 border-line border-b py-5 lg:grid-cols-[minmax(0,1.3fr)_repeat(2,minmax(0,1fr))_minmax(0,1.4fr)_repeat(2,minmax(0,.8fr))_8.5rem]"
            >
              <h3 className="text-lg leading-snug">
                <Link
                  to={`/products/${product.slug}`}
                  className="inline-flex min-h-11 items-center transition-colors hover:text-accent"
                >
                  {product.title}
                </Link>
              </h3>
              <dl className="order-last col-span-2 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:order-none lg:contents">
                {factsOf(bead).map(({ key, name, text }) => (
                  <div key={key} className="min-w-0">
                    <dt className="text-ink-soft text-xs">{name}</dt>
                    <dd
                      translate={verbatim(text)}
                      className={key === "price" ? "font-medium tabular-nums" : "wrap-anywhere text-sm"}
                    >
                      {text}
                    </dd>
                  </div>
                ))}
              </dl>
              <Button
                variant="secondary"
                size="sm"
                aria-pressed={isChosen}
                aria-label={t("compare.of", { title: product.title })}
                onClick={() => onToggle(faces)}
                className="min-h-11 justify-self-end"
              >
                {isChosen ? <Check className="size-4" /> : <Plus className="size-4" />}
                {t("compare.action")}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
