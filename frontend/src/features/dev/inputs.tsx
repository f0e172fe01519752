import { useState } from "react"
import { Checkbox } from "@/components/checkbox"
import { Chip } from "@/components/chip"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { OptionChips } from "@/components/option-chips"
import { QuantityStepper } from "@/components/quantity-stepper"
import { RadioList } from "@/components/radio-list"
import { Rating, Stars } from "@/components/rating"
import { RatingDistribution } from "@/components/rating-distribution"
import { SearchBox } from "@/components/search-box"
import { Select } from "@/components/select"
import { Slider } from "@/components/slider"
import { StarInput } from "@/components/star-input"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"

export function Fields() {
  const { t } = useTranslation("dev")
  const [sort, setSort] = useState<"newest" | "lowest" | "highest">("newest")
  const [state, setState] = useState("MH")
  const orders = [
    { value: "newest", label: t("newest") },
    { value: "lowest", label: t("lowest") },
    { value: "highest", label: t("highest"), disabled: true },
  ] as const
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <TextField label={t("name")} hint={t("nameHint")} />
      <TextField label={t("name")} defaultValue={t("sample")} />
      <TextField label={t("name")} error={t("nameError")} />
      <TextField label={t("name")} defaultValue={t("sample")} disabled />
      <TextArea label={t("note")} />
      <TextArea label={t("note")} error={t("noteError")} />
      <Select label={t("sort")} value={sort} options={orders} onChange={setSort} />
      <Select label={t("sort")} value={sort} options={orders} onChange={setSort} disabled />
      <NativeSelect
        label={t("state")}
        value={state}
        onChange={(event) => setState(event.target.value)}
        options={[
          { value: "MH", label: "Maharashtra" },
          { value: "UK", label: "Uttarakhand" },
        ]}
      />
    </div>
  )
}

export function Choices() {
  const { t } = useTranslation("dev")
  const [checked, setChecked] = useState(false)
  const [size, setSize] = useState<"regular" | "big" | "rare">("regular")
  const [delivery, setDelivery] = useState<"standard" | "express">("standard")
  const [chips, setChips] = useState([1, 2, 3])
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <div>
        <Checkbox checked={checked} onChange={setChecked}>
          {t("check")}
        </Checkbox>
        <Checkbox checked onChange={() => {}}>
          {t("checked")}
        </Checkbox>
        <Checkbox checked={false} disabled onChange={() => {}}>
          {t("unavailable")}
        </Checkbox>
      </div>
      <OptionChips
        label={t("size")}
        value={size}
        options={[
          { value: "regular", label: t("regular") },
          { value: "big", label: t("big"), note: "+₹500" },
          { value: "rare", label: t("rare"), note: t("unavailable"), disabled: true },
        ]}
        onChange={setSize}
      />
      <RadioList
        label={t("delivery")}
        value={delivery}
        options={[
          { value: "standard", label: t("standard"), note: t("free") },
          { value: "express", label: t("express"), note: "₹150" },
        ]}
        onChange={setDelivery}
      />
      <div className="flex flex-wrap content-start gap-2">
        {chips.map((chip) => (
          <Chip
            key={chip}
            label={`${t("remove")} ${chip}`}
            onRemove={() => setChips(chips.filter((each) => each !== chip))}
          />
        ))}
      </div>
    </div>
  )
}

export function Sliders() {
  const { t } = useTranslation("dev")
  const [range, setRange] = useState<readonly [number, number]>([1100, 8100])
  const [weight, setWeight] = useState(12)
  const grams = (count: number) => t("grams", { count })
  return (
    <div className="grid max-w-3xl gap-8 sm:grid-cols-2">
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
      />
      <Slider
        label={t("weight")}
        value={weight}
        min={1}
        max={40}
        say={grams}
        summary={grams(weight)}
        onChange={setWeight}
      />
      <Slider label={t("locked")} value={5} min={0} max={10} say={String} onChange={() => {}} disabled />
    </div>
  )
}

export function Stepper() {
  const [quantity, setQuantity] = useState(2)
  return (
    <div className="flex flex-wrap gap-10">
      <QuantityStepper value={quantity} max={5} onChange={setQuantity} />
      <QuantityStepper value={1} max={1} onChange={() => {}} />
      <QuantityStepper value={1} max={0} onChange={() => {}} />
    </div>
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
        <RatingDistribution distribution={distribution} />
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
