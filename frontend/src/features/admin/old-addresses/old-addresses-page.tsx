import { useQuery } from "@tanstack/react-query"
import { Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { Button, IconButton } from "@/components/button"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { Field } from "@/features/admin/shared/form-fields"
import { required } from "@/features/admin/shared/form-rules"
import { listFilters, pageNumber, text, useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { pageQuery } from "@/features/admin/shared/query-options"
import { sendForMessage } from "@/features/admin/shared/send"
import { type Cells, DataTable } from "@/features/admin/shared/table/data-table"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { read, type Schemas } from "@/lib/api"
import { formatDate } from "@/lib/time"
import { z } from "@/lib/zod"

type OldAddress = Schemas["OldAddressOut"]

const list = listFilters(z.object({ search: text(), page: pageNumber() }))
const key = ["staff", "old-addresses"] as const
const MAX_TYPED = 1000
const none: OldAddress = { path: "", target: "", lastUsedOn: null }

const addressesQuery = (filters: typeof list.none) =>
  pageQuery([...key, filters], read("/api/admin/old-addresses", { query: filters }))

/** Paths of the shop that was here before, with the pages they lead to. */
export function Component() {
  const { t } = useTranslation("content")
  const { filters } = useListFilters(list)
  const query = useQuery(addressesQuery(filters))
  const { addresses = [], pagination } = query.data ?? {}
  const [editing, setEditing] = useState<OldAddress | null>(null)
  const [deleting, setDeleting] = useState("")
  const add = (
    <Button size="sm" onClick={() => setEditing(none)}>
      <Plus aria-hidden="true" className="size-4" />
      {t("old.add")}
    </Button>
  )
  const cells = useColumns(setEditing, setDeleting)
  return (
    <>
      <ListPage
        title={t("old.title")}
        intro={t("old.intro")}
        actions={add}
        list={list}
        query={query}
        renew={() => void query.refetch()}
        loading={t("old.loading")}
        failed={t("old.failed")}
        search={{ label: t("old.search"), hint: t("old.search") }}
        shown={addresses.length}
        empty={filters.search ? { title: t("old.nothing") } : { title: t("old.empty"), action: add }}
        pagination={pagination}
      >
        <DataTable
          label={t("old.title")}
          cells={cells}
          title={(name) => t(`old.columns.${name}`)}
          rows={addresses}
          keyOf={({ path }) => path}
        />
      </ListPage>
      <AddressDialog editing={editing} onClose={() => setEditing(null)} />
      <ConfirmDialog
        open={deleting !== ""}
        onClose={() => setDeleting("")}
        title={t("old.deleteTitle")}
        description={<span translate="no">{deleting}</span>}
        verb={t("old.delete")}
        act={() => sendForMessage("delete", "/api/admin/old-addresses", { query: { path: deleting } })}
        renews={[key]}
        failed={t("old.deleteFailed")}
      >
        <p>{t("old.deleteText")}</p>
      </ConfirmDialog>
    </>
  )
}

type AddressDialogProps = { editing: OldAddress | null; onClose: () => void }

function AddressDialog({ editing, onClose }: AddressDialogProps) {
  const { t } = useTranslation("content")
  const { path, target } = editing ?? none
  return (
    <FormDialog
      open={editing !== null}
      onClose={onClose}
      title={t(path ? "old.edit" : "old.add")}
      description={path && <span translate="no">{path}</span>}
      schema={z.object({ path: required(t("old.missing")), target: required(t("old.missing")) })}
      start={{ path, target }}
      act={(body) => sendForMessage("put", "/api/admin/old-addresses", { body })}
      renews={[key]}
      failed={t("old.saveFailed")}
      submit={t("old.save")}
    >
      {!path && (
        <Field
          path="path"
          label={t("old.columns.path")}
          hint={t("old.pathHint")}
          maxLength={MAX_TYPED}
          required
          spellCheck={false}
        />
      )}
      <Field
        path="target"
        label={t("old.columns.target")}
        hint={t("old.targetHint")}
        maxLength={MAX_TYPED}
        required
        spellCheck={false}
      />
    </FormDialog>
  )
}

function useColumns(onEdit: (address: OldAddress) => void, onDelete: (path: string) => void) {
  const { t, i18n } = useTranslation("content")
  return {
    path: ({ path }) => (
      <span className="break-all" translate="no">
        {path}
      </span>
    ),
    target: ({ target }) => (
      <span className="break-all" translate="no">
        <TextLink to={target}>{target}</TextLink>
      </span>
    ),
    used: ({ lastUsedOn }) => (lastUsedOn ? formatDate(lastUsedOn, i18n.language) : t("old.never")),
    actions: (address) => (
      <span className="-my-1.5 flex justify-end">
        <IconButton
          data-opens
          label={t("old.editOf", { path: address.path })}
          onClick={() => onEdit(address)}
        >
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={t("old.deleteOf", { path: address.path })} onClick={() => onDelete(address.path)}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    ),
  } satisfies Cells<OldAddress>
}
