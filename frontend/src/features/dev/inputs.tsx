import { useState } from "react"
import { Rating, Stars } from "@/components/rating"
import { RatingDistribution } from "@/components/rating-distribution"
import { SearchBox } from "@/components/search-box"
import { Slider } from "@/components/slider"
import { StarInput } from "@/components/star-input"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"

export function Sliders() {
  const { t } = useTranslation("dev")
  const [range, setRange] = useState<readonly [number, number]>([1100, 8100])
  return (
    <Slider
      label={t("price")}
      value={range}
      min={100}
      max={20100}
      step={200}
      say={formatRupees}
      ends={[t("from"), t("to")]}
      summary={t("between", { from: formatRupees(range[0]), to: formatRupees(range[1]) })}
      onChange={setRange}
      className="max-w-md"
    />
  )
}

const distribution = { "5": 38, "4": 12, "3": 4, "2": 0, "1": 2 }

export function StarsAndRatings() {
  const { t } = useTranslation("dev")
  const [given, setGiven] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(5)
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <div className="space-y-6">
        <StarInput label={t("rate")} value={given} onChange={setGiven} />
        <StarInput label={t("rate")} value={null} error={t("rateError")} onChange={() => {}} />
        <StarInput label={t("rate")} value={4} disabled onChange={() => {}} />
        <div className="flex flex-wrap items-center gap-6">
          <Rating rating={{ average: 4.6, count: 56 }} />
          <Stars value={3} />
        </div>
      </div>
      <div className="max-w-sm space-y-6">
        <RatingDistribution distribution={distribution} chosen={chosen} onChoose={setChosen} />
      </div>
    </div>
  )
}

export function Search() {
  const { t } = useTranslation("dev")
  const [text, setText] = useState("")
  const products = [t("bead"), t("check")].map((label) => ({ id: label, label, to: "/products" }))
  return (
    <div className="flex max-w-xl flex-col rounded-lg border border-line bg-paper">
      <SearchBox
        label={t("search")}
        placeholder={t("bead")}
        text={text}
        onTextChange={setText}
        groups={[
          { label: t("products"), options: products },
          { label: t("kinds"), options: [{ id: "kind", label: t("remove"), to: "/products" }] },
        ]}
        onSubmit={() => {}}
        onChoose={() => {}}
        status={t("found")}
      />
    </div>
  )
}
