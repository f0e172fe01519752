import { Printer } from "lucide-react"
import { useLocation } from "react-router-dom"
import { Button } from "@/components/button"
import { PicturedSections, Sections } from "@/components/document-sections"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { loadQueries } from "@/lib/load-queries"
import { DocumentIntro } from "./document-intro"
import type { Section } from "./queries"
import { documentQuery } from "./queries"

export const loader = loadQueries(({ pathname }) => [documentQuery(pathname.slice(1))])

/** One of the fixed pages: what it says, and what it holds beside it. */
export function Component() {
  const { t } = useTranslation("pages")
  const name = useLocation().pathname.split("/")[1] ?? ""
  return (
    <DocumentIntro name={name}>
      {({ sections }) =>
        sections.some(({ picture }) => picture) ? (
          <PicturedSections sections={sections} />
        ) : (
          <div className="mt-10 grid items-start gap-x-16 gap-y-10 lg:mt-14 lg:grid-cols-[15rem_minmax(0,42rem)] print:block">
            <div className="lg:sticky lg:top-28 print:hidden">
              <Contents sections={sections} />
              <Button variant="quiet" size="sm" onClick={() => window.print()} className="-ml-3.5 mt-4">
                <Printer className="size-4" />
                {t("print")}
              </Button>
            </div>
            <Sections sections={sections} />
          </div>
        )
      }
    </DocumentIntro>
  )
}

function Contents({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation("pages")
  return (
    <nav aria-labelledby="contents">
      <h2 id="contents" className="eyebrow font-text">
        {t("contents")}
      </h2>
      <ol className="mt-3 text-sm">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
              className="inline-flex min-h-9 items-center text-ink-soft underline-offset-4 transition-colors hover:text-accent hover:underline pointer-coarse:min-h-11"
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
