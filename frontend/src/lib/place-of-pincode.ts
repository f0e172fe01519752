import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { read } from "./api"
import { plainDigits } from "./typed-id"

type Town = { city: string; state: string }

const PINCODE = /^[1-9]\d{5}$/

/** The pincode that is typed, once it is one; else "". */
export function typedPincode(typed: string) {
  const pincode = plainDigits(typed).replace(/\s/g, "")
  return PINCODE.test(pincode) ? pincode : ""
}

/** City and state of a pincode; empty if the directory does not have it. */
const placeQuery = (pincode: string) =>
  queryOptions({
    queryKey: ["pincode", pincode],
    queryFn: read("/api/pincodes/{pincode}", { path: { pincode } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The fields that are filled in. */
type TownForm = {
  getValues: () => Town
  setValue: (name: keyof Town, value: string, options: { shouldDirty: boolean }) => void
  clearErrors: (names: (keyof Town)[]) => void
}

/**
 * Fill in a form's empty city and state from its pincode, and clear what another pincode has filled in.
 *
 * Returns true when this pincode has just filled in a field.
 */
export function usePlaceOfPincode(form: TownForm, typed: string): boolean {
  const pincode = typedPincode(typed)
  const { data: place } = useQuery({
    ...placeQuery(pincode),
    enabled: pincode !== "",
    retry: false,
  })
  const brought = useRef<Town>({ city: "", state: "" })
  const [filledFor, setFilledFor] = useState<string | null>(null)
  const bring = useEffectEvent((found: Town & { pincode: string }) => {
    const now = form.getValues()
    const open = (["city", "state"] as const).filter(
      (name) => (now[name] === "" || now[name] === brought.current[name]) && now[name] !== found[name],
    )
    for (const name of open) {
      form.setValue(name, found[name], { shouldDirty: true })
      brought.current[name] = found[name]
    }
    if (open.length === 0) return
    form.clearErrors(["city", "state"])
    setFilledFor(found.state ? found.pincode : null)
  })
  useEffect(() => {
    if (place) bring(place)
  }, [place])
  return filledFor === pincode
}
