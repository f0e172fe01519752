import { useQueryClient } from "@tanstack/react-query"
import { X } from "lucide-react"
import { ButtonLink, IconButton } from "@/components/button"
import { Picture } from "@/components/picture"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useTopicEvents } from "@/lib/live"
import { verbatim } from "@/lib/verbatim"
import { useMukhiFacts } from "./mukhi-facts"
import { type Mukhi, mukhiQuery } from "./queries"

type MukhiComparisonProps = { beads: readonly Mukhi[]; onRemove: (faces: number) => void }

/** The chosen beads side by side; their prices and stock are live. */
export function MukhiComparison({ beads, onRemove }: MukhiComparisonProps) {
  const { t } = useTranslation("mukhi")
  return (
    <section aria-labelledby="mukhi-compared" className="mt-12 lg:mt-16">
      <h2 id="mukhi-compared" className="text-2xl">
        {t("compare.title")}
      </h2>
      <p role="status" className={cx("mt-3 text-ink-soft", beads.length > 1 && "sr-only")}>
        {beads.length > 1
          ? t("compare.shown", { titles: beads.map(({ product }) => product.title).join(" · ") })
          : t(beads.length === 0 ? "compare.none" : "compare.one")}
      </p>
      {beads.map(({ product }) => (
        <Watch key={product.slug} product={product} />
      ))}
      {beads.length > 0 && <Table beads={beads} onRemove={onRemove} />}
    </section>
  )
}

/** Asks for all beads anew when this one's price or stock has changed. */
function Watch({ product }: Pick<Mukhi, "product">) {
  const client = useQueryClient()
  useTopicEvents(`product:${product.slug}`, (live) => {
    const changed =
      !live.isShown ||
      live.isAvailable !== product.isAvailable ||
      ("price" in live && live.price !== product.price)
    if (changed) void client.invalidateQueries({ queryKey: mukhiQuery.queryKey })
  })
  return null
}

function Table({ beads, onRemove }: MukhiComparisonProps) {
  const { t } = useTranslation(["mukhi", "shop"])
  const factsOf = useMukhiFacts()
  const columns = beads.map((bead) => ({ bead, facts: factsOf(bead) }))
  return (
    <table className="mt-6 w-full table-fixed border-collapse text-sm sm:text-base">
      <caption className="sr-only">{t("compare.title")}</caption>
      <thead>
        <tr className="align-bottom">
          <td className="w-0 md:w-32" />
          {beads.map(({ faces, product }) => (
            <th key={faces} scope="col" className="relative px-1.5 pb-4 text-left font-normal sm:px-3">
              <Picture
                picture={product.picture}
                src={product.mainImage}
                alt=""
                sizes="(min-width: 64rem) 22rem, 45vw"
                className="rounded-md"
              />
              <IconButton
                label={t("compare.remove", { title: product.title })}
                onClick={() => onRemove(faces)}
                className="absolute! top-1 right-2.5 rounded-full! bg-paper/90 sm:right-4"
              >
                <X className="size-5" strokeWidth={1.75} />
              </IconButton>
              <span className="mt-3 block wrap-anywhere font-display text-base leading-snug sm:text-xl">
                {product.title}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns[0]?.facts.map(({ key, name }, row) => (
          <tr key={key} className="border-line border-t align-top">
            <th scope="row" className="py-3 text-left font-normal text-ink-soft max-md:sr-only">
              {key === "price" ? t("priceFrom") : name}
            </th>
            {columns.map(({ bead, facts }) => (
              <td key={bead.faces} className="wrap-anywhere px-1.5 py-3 sm:px-3">
                <span
                  aria-hidden={key !== "price"}
                  className={cx(
                    "block text-ink-soft text-xs md:hidden",
                    key === "price" && !bead.product.isAvailable && "md:block",
                  )}
                >
                  {facts[row]?.name}
                </span>
                <span
                  translate={verbatim(facts[row]?.text)}
                  className={key === "price" ? "font-medium tabular-nums sm:text-lg" : undefined}
                >
                  {facts[row]?.text}
                </span>
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td />
          {beads.map(({ faces, product }) => (
            <td key={faces} className="px-1.5 py-3 sm:px-3">
              <ButtonLink
                to={`/products/${product.slug}`}
                variant="secondary"
                size="sm"
                aria-label={t("seeOf", { title: product.title })}
              >
                {t("see")}
              </ButtonLink>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
