import { ArrowLeft } from "lucide-react"
import type { ReactNode, Ref } from "react"
import { Button, ButtonLink } from "@/components/button"
import { lazySection } from "@/components/lazy-with-retry"
import { Notice } from "@/components/notice"
import { SectionBoundary } from "@/components/section-boundary"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { BeadCard } from "./bead-card"
import type { BirthMoment } from "./queries"
import { ShareResult } from "./share-result"
import { VedicChart } from "./vedic-chart"

const Horoscope = lazySection(() => import("./horoscope"), "Horoscope")

type ResultProps = {
  answer: Schemas["RecommendationData"]
  /** For the chart; absent on the page of a shared sign. */
  moment?: BirthMoment
  headRef?: Ref<HTMLHeadingElement>
  /** Back to the form; absent on the page of a shared sign. */
  onBack?: () => void
}

/** Delays of the parts after the heading. */
const AFTER = {
  bead: "animate-reveal [animation-delay:700ms] motion-reduce:animate-none print:animate-none",
  meaning: "animate-reveal [animation-delay:1700ms] motion-reduce:animate-none print:animate-none",
  rest: "animate-reveal [animation-delay:2500ms] motion-reduce:animate-none print:animate-none",
}

/** Step two: the bead, its meaning, and how it is worn; one's own answer is revealed part by part. */
export function Result({ answer, moment, headRef, onBack }: ResultProps) {
  const { t } = useTranslation("guidance")
  const { recommendation, sharePath } = answer
  const { userInfo, recommendations, personalizedInsights: insights, additionalInfo: more } = recommendation
  const after = (part: keyof typeof AFTER) => (moment ? AFTER[part] : undefined)
  return (
    <article>
      <div className="mb-6 print:hidden">
        {onBack ? (
          <Button variant="quiet" className="-ml-4" onClick={onBack}>
            <ArrowLeft className="size-5" />
            {t("result.back")}
          </Button>
        ) : (
          <ButtonLink variant="quiet" className="-ml-4" to="/rudraksh-recommendation">
            {t("result.own")}
          </ButtonLink>
        )}
      </div>
      <h1 ref={headRef} tabIndex={-1} className="text-3xl outline-none lg:text-4xl">
        {userInfo
          ? t("result.heading", { name: userInfo.name })
          : t("signTitle", { sign: recommendation.name })}
      </h1>
      {userInfo && <UserCard info={userInfo} />}

      <div className="mt-10 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
        <section aria-labelledby="primary">
          <h2 id="primary" className="text-2xl">
            {t("result.primary")}
          </h2>
          <div className={after("bead")}>
            <BeadCard bead={recommendations.primary} large>
              <p>{recommendations.description}</p>
            </BeadCard>
          </div>
          <dl className={cx("mt-8 grid gap-x-8 gap-y-5 sm:grid-cols-2", after("meaning"))}>
            <Fact name={t("result.bestTime")}>{recommendations.bestTime}</Fact>
            <Fact name={t("result.mantra")}>
              <span className="font-display text-lg">{recommendations.mantra}</span>
            </Fact>
            <Fact name={t("result.chakras")}>{recommendations.chakras.join(", ")}</Fact>
            <Fact name={t("result.planet")}>{recommendations.rulingPlanet}</Fact>
            <Fact name={t("result.element")}>{recommendations.element}</Fact>
            <Fact name={t("result.compatibility")}>{recommendations.compatibility.join(", ")}</Fact>
          </dl>
          <div className={cx("mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2", after("meaning"))}>
            <Lines
              title={t("result.benefits")}
              note={t("result.benefitsNote")}
              lines={recommendations.benefits}
            />
            <Lines title={t("result.lifeAreas")} lines={recommendations.lifeAreas} />
            <Lines title={t("result.challenges")} lines={recommendations.challenges} />
            <Lines title={t("result.solutions")} lines={recommendations.solutions} />
          </div>
        </section>
        <section aria-labelledby="secondary" className={cx("rounded-md bg-tile p-6", after("rest"))}>
          <h2 id="secondary" className="text-xl">
            {t("result.secondary")}
          </h2>
          <BeadCard bead={recommendations.secondary}>
            <p className="text-sm">{more.combination}</p>
          </BeadCard>
        </section>
      </div>

      {insights && (
        <section aria-labelledby="guidance" className={cx("mt-14", after("rest"))}>
          <h2 id="guidance" className="text-2xl">
            {t("result.guidance")}
          </h2>
          <div className="mt-6 grid gap-x-10 gap-y-6 sm:grid-cols-2">
            <Part title={t("result.time")}>{insights.timeBasedEnhancement}</Part>
            <Part title={t("result.season")}>{insights.seasonalAdvice}</Part>
            <Part title={t("result.stage")}>{insights.lifeStageAdvice}</Part>
            <Part title={t("result.alignment")}>{insights.cosmicAlignment}</Part>
          </div>
        </section>
      )}

      <section aria-labelledby="care" className={cx("mt-14", after("rest"))}>
        <h2 id="care" className="text-2xl">
          {t("result.care")}
        </h2>
        <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-3">
          <Lines title={t("result.wearing")} lines={more.wearingInstructions} />
          <Lines title={t("result.ritual")} lines={more.activationRitual} numbered />
          <Lines title={t("result.maintenance")} lines={more.maintenance} />
        </div>
        <Notice className="mt-8 max-w-3xl" title={t("result.caution")}>
          {more.contraindications.map((line) => (
            <p key={line} className="mt-1">
              {line}
            </p>
          ))}
        </Notice>
      </section>

      <SectionBoundary>{moment && <VedicChart moment={moment} />}</SectionBoundary>
      <Horoscope sign={recommendation.zodiacSign} />
      <SectionBoundary>
        <ShareResult sign={recommendation.zodiacSign} path={sharePath} />
      </SectionBoundary>
      <div className="mt-12 flex flex-wrap gap-3 print:hidden">
        {onBack && (
          <Button variant="secondary" onClick={onBack}>
            {t("result.back")}
          </Button>
        )}
        <ButtonLink variant="secondary" to="/">
          {t("result.home")}
        </ButtonLink>
      </div>
    </article>
  )
}

function UserCard({ info }: { info: Schemas["UserInfo"] }) {
  const { t } = useTranslation("guidance")
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 rounded-md border border-line bg-paper px-6 py-5">
      <Fact name={t("result.sign")}>{info.zodiacSign}</Fact>
      <Fact name={t("result.age")}>{t("result.years", { count: info.age })}</Fact>
      <Fact name={t("result.gender")}>{t(`form.${info.gender}`)}</Fact>
      <Fact name={t("result.birthTime")}>{info.birthTime ?? t("result.timeUnknown")}</Fact>
      <Fact name={t("result.birthPlace")}>{info.birthPlace}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-gold border-l-2 pl-5">
      <h3 className="font-medium text-base">{title}</h3>
      <p className="mt-1 text-ink-soft">{children}</p>
    </div>
  )
}

type LinesProps = { title: string; note?: string; lines: string[]; numbered?: boolean }

function Lines({ title, note, lines, numbered }: LinesProps) {
  const List = numbered ? "ol" : "ul"
  return (
    <div>
      <h3 className="font-medium text-base">{title}</h3>
      {note && <p className="text-ink-soft text-sm">{note}</p>}
      <List className={numbered ? "mt-2 list-decimal space-y-1.5 pl-5" : "mt-2 list-disc space-y-1.5 pl-5"}>
        {lines.map((line) => (
          <li key={line} className="marker:text-gold">
            {line}
          </li>
        ))}
      </List>
    </div>
  )
}
