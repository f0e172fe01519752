import { Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import { IconButton } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { ActionForm } from "./action-form"
import { required } from "./form-rules"
import { savedViewsQuery } from "./saved-views-query"
import { send } from "./send"
import { useFormAction } from "./use-form-action"

const MAX_NAME = 40

type View = Schemas["SavedViewOut"]

type SavedViewsDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  views: readonly View[]
  pathname: string
  /** The list's filters now; empty without any. */
  current: string
}

/** A dialog to save the filters of a list under a name, and to rename and delete saved views. */
export function SavedViewsDialog({ open, onOpenChange, views, pathname, current }: SavedViewsDialogProps) {
  const { t } = useTranslation("admin")
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("views.title")} description={t("views.text")}>
      {current ? (
        <NameForm
          submit={t("views.save")}
          act={(name) =>
            send("post", "/api/admin/saved-views", { body: { path: pathname, name, query: current } })
          }
        />
      ) : (
        <p className="text-sm">{t("views.none")}</p>
      )}
      <ul className="mt-5 divide-y divide-line text-sm">
        {views.map((view) => (
          <ViewItem key={view._id} view={view} />
        ))}
      </ul>
    </Dialog>
  )
}

type NameFormProps = {
  start?: string
  submit: string
  act: (name: string) => Promise<Schemas["SavedViews"]>
  onDone?: () => void
}

/** The form of a view's name; `act` answers with all views. */
function NameForm({ start = "", submit, act, onDone }: NameFormProps) {
  const { t } = useTranslation("admin")
  const form = useFormAction({
    schema: z.object({ name: required(t("views.nameMissing")) }),
    start: { name: start },
    act: ({ name }) => act(name),
    clears: ["name"],
    done: t("views.saved"),
    onDone: (data, _, client) => {
      client.setQueryData(savedViewsQuery.queryKey, data)
      onDone?.()
    },
  })
  return (
    <ActionForm
      inline
      form={form}
      className="space-y-3"
      failed={t("views.failed")}
      submit={submit}
      onCancel={onDone}
    >
      <TextField
        label={t("views.name")}
        maxLength={MAX_NAME}
        autoComplete="off"
        autoFocus={onDone !== undefined}
        {...form.field("name")}
      />
    </ActionForm>
  )
}

function ViewItem({ view: { _id, name } }: { view: View }) {
  const { t } = useTranslation("admin")
  const [renaming, setRenaming] = useState(false)
  const path = { view_id: _id }
  const remove = useAction({
    act: () => send("delete", "/api/admin/saved-views/{view_id}", { path }),
    onDone: (data, _, client) => client.setQueryData(savedViewsQuery.queryKey, data),
    failed: t("views.deleteFailed"),
  })
  if (renaming) {
    return (
      <li className="py-3">
        <NameForm
          start={name}
          submit={t("views.renameSubmit")}
          act={(name) => send("put", "/api/admin/saved-views/{view_id}", { path, body: { name } })}
          onDone={() => setRenaming(false)}
        />
      </li>
    )
  }
  return (
    <li className="flex items-center gap-2 py-1">
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <IconButton label={t("views.rename", { name })} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={t("views.delete", { name })} busy={remove.isPending} onClick={() => remove.mutate()}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  )
}
