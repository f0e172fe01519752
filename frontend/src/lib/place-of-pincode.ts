import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { api, unwrap } from "./api"

type Town = { city: string; state: string }

const PINCODE = /^[1-9]\d{5}$/

/** Where a pincode lies; null where the directory does not know it. */
const placeQuery = (pincode: string) =>
  queryOptions({
    queryKey: ["pincode", pincode],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/pincodes/{pincode}", { params: { path: { pincode } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The part of a form that is filled in. */
type TownForm = {
  getValues: () => Town
  setValue: (name: keyof Town, value: string, options: { shouldDirty: boolean }) => void
  clearErrors: (names: (keyof Town)[]) => void
}

/**
 * Fill a form's city and state in from its pincode; what has been written or chosen stays.
 *
 * Returns whether this pincode has just brought something.
 */
export function usePlaceOfPincode(form: TownForm, typed: string): boolean {
  const pincode = typed.replace(/\s/g, "")
  const { data: place } = useQuery({ ...placeQuery(pincode), enabled: PINCODE.test(pincode), retry: false })
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
    setFilledFor(found.pincode)
  })
  useEffect(() => {
    if (place) bring(place)
  }, [place])
  return filledFor === pincode
}
