import { useEffect } from "react"
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"
import { useSession } from "@/stores/session"

/*
 * Unsaved input of the profile's forms when the session expires: restored for the same user after the next
 * login. In memory only, so that it is gone with the tab; passwords are not kept.
 */

type FormName = "details" | "address" | "email"
type Draft = {
  userId: string
  /** The id of the edited address, for the form that exists once per address. */
  about: string | null
  values: FieldValues
}

const drafts = new Map<FormName, Draft>()

useSession.subscribe(({ left }) => {
  if (left) drafts.clear()
})

/** The draft of this user's form from before the session ended; null without one. */
export function draftOf(name: FormName, userId: string): Draft | null {
  const draft = drafts.get(name)
  return draft?.userId === userId ? draft : null
}

/** Store a form's unsaved input when the session ends, and restore it when the same user returns. */
export function useDraft<T extends FieldValues>(
  name: FormName,
  userId: string,
  form: UseFormReturn<T>,
  about: string | null = null,
) {
  useEffect(() => {
    const held = draftOf(name, userId)
    if (held?.about === about) {
      for (const [field, value] of Object.entries(held.values)) {
        form.setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true })
      }
    }
    drafts.delete(name)
    return useSession.subscribe(({ ended }, before) => {
      const values = changed(form)
      if (ended && !before.ended && Object.keys(values).length > 0)
        drafts.set(name, { userId, about, values })
    })
  }, [name, userId, about, form])
}

/** Changed fields only: the others may have been changed on another device by the time it is restored. */
function changed<T extends FieldValues>(form: UseFormReturn<T>): FieldValues {
  const given: DefaultValues<T> | Readonly<object> = form.formState.defaultValues ?? {}
  return Object.fromEntries(
    Object.entries(form.getValues()).filter(([field, value]) => value !== given[field as keyof typeof given]),
  )
}
