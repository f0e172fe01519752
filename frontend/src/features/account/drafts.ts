import { useEffect } from "react"
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"
import { useSession } from "@/stores/session"

/*
 * What was typed into the profile when the session ended under it: the same person finds it again after the next
 * login. In memory alone, so that it is gone with the tab; passwords are not kept.
 */

type FormName = "details" | "address" | "email"
type Draft = {
  userId: string
  /** What the form was about, where there are several of its kind: the id of an address. */
  about: string | null
  values: FieldValues
}

const drafts = new Map<FormName, Draft>()

useSession.subscribe(({ left }) => {
  if (left) drafts.clear()
})

/** What the person was writing in the form when the session ended, if anything. */
export function draftOf(name: FormName, userId: string): Draft | null {
  const draft = drafts.get(name)
  return draft?.userId === userId ? draft : null
}

/** Keep what is typed into a form when the session ends, and put it back when the person returns. */
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

/** Only what was typed: what else the form shows may have changed elsewhere by the time it is back. */
function changed<T extends FieldValues>(form: UseFormReturn<T>): FieldValues {
  const given: DefaultValues<T> | Readonly<object> = form.formState.defaultValues ?? {}
  return Object.fromEntries(
    Object.entries(form.getValues()).filter(([field, value]) => value !== given[field as keyof typeof given]),
  )
}
