import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { isIndianState } from "@/lib/indian-states"
import { MAX_ADDRESSES } from "@/lib/limits"
import { retryOf } from "@/lib/retry-of"
import { toast } from "@/lib/toast"
import { useAction } from "@/lib/use-action"
import { profileQuery, type User } from "@/stores/session"
import { AddressForm } from "./address-form"
import { addressesQuery, type SavedAddress, saveAddress } from "./calls"
import { draftOf } from "./drafts"
import { Section } from "./section"

/** A mutation of the address book, and the button that triggered it. */
type Change = { button: string; call: () => Promise<unknown> }

export function AddressSection({ user }: { user: User }) {
  const { t } = useTranslation("account")
  const client = useQueryClient()
  const addresses = useQuery(addressesQuery(user.version))
  const [draft] = useState(() => draftOf("address", user._id))
  /** The id of the address in the window, null for a new one. */
  const [editedId, setEditedId] = useState(draft?.about ?? null)
  const [open, setOpen] = useState(draft !== null)
  const edited = addresses.data?.find(({ _id }) => _id === editedId) ?? null

  // The account's version is part of the query key: a new version refetches the address book.
  const refresh = () => client.invalidateQueries({ queryKey: profileQuery.queryKey })
  const change = useAction({
    act: ({ call }: Change) => call(),
    renews: [profileQuery.queryKey],
    failed: t("addresses.failed"),
  })

  const remove = (address: SavedAddress) => {
    const { _id, ...body } = address
    change.mutate(
      {
        button: `remove ${_id}`,
        call: () =>
          unwrap(api.DELETE("/api/auth/addresses/{address_id}", { params: { path: { address_id: _id } } })),
      },
      {
        onSuccess: () =>
          toast.success(t("addresses.removed"), {
            label: t("addresses.undo"),
            onClick: () => change.mutate({ button: "undo", call: () => saveAddress(body) }),
          }),
      },
    )
  }
  const edit = (address: SavedAddress | null) => {
    setEditedId(address?._id ?? null)
    setOpen(true)
  }

  return (
    <Section title={t("addresses.title")} lead={t("addresses.lead")}>
      {addresses.isPending ? (
        <div role="status" aria-label={t("shop:common.loading")} className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-44 rounded-md" />
          <Skeleton className="h-44 rounded-md max-sm:hidden" />
        </div>
      ) : !addresses.data ? (
        <ErrorState compact fallback={t("addresses.loadFailed")} {...retryOf(addresses)} />
      ) : (
        <>
          {addresses.data.length === 0 && <p className="text-ink-soft">{t("addresses.empty")}</p>}
          <ul className="grid gap-4 sm:grid-cols-2">
            {addresses.data.map((address) => (
              <Entry
                key={address._id}
                address={address}
                pressed={change.isPending ? change.variables.button : ""}
                onEdit={() => edit(address)}
                onRemove={() => remove(address)}
                onDefault={() =>
                  change.mutate({
                    button: `makeDefault ${address._id}`,
                    call: () => saveAddress({ ...address, isDefault: true }, address._id),
                  })
                }
              />
            ))}
          </ul>
          <Button
            variant="secondary"
            className="mt-6 max-sm:w-full"
            disabled={addresses.data.length >= MAX_ADDRESSES}
            onClick={() => edit(null)}
          >
            <Plus className="size-4.5" />
            {t("addresses.add")}
          </Button>
          {addresses.data.length >= MAX_ADDRESSES && (
            <p className="mt-2 text-ink-soft text-sm">{t("addresses.full", { count: MAX_ADDRESSES })}</p>
          )}
        </>
      )}
      <Dialog
        open={open && addresses.data !== undefined}
        onOpenChange={setOpen}
        title={t(edited ? "addresses.editTitle" : "addresses.addTitle")}
      >
        <AddressForm
          key={edited?._id ?? "new"}
          user={user}
          address={edited}
          mustBeDefault={edited?.isDefault ?? addresses.data?.length === 0}
          onSaved={() => {
            setOpen(false)
            toast.success(t("addresses.saved"))
            void refresh()
          }}
        />
      </Dialog>
    </Section>
  )
}

type EntryProps = {
  address: SavedAddress
  /** The button whose call is pending, of this entry or another; empty when none is. */
  pressed: string
  onEdit: () => void
  onRemove: () => void
  onDefault: () => void
}

function Entry({ address, pressed, onEdit, onRemove, onDefault }: EntryProps) {
  const { t } = useTranslation(["account", "checkout"])
  const { name, phone, street, city, state, pincode } = address
  const stateName = isIndianState(state) ? t(`checkout:states.${state}`) : state
  const acts = [
    { act: "edit", onClick: onEdit },
    { act: "remove", onClick: onRemove },
    ...(address.isDefault ? [] : [{ act: "makeDefault", onClick: onDefault } as const]),
  ] as const
  return (
    <li className="flex flex-col rounded-md border border-line bg-paper p-5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 wrap-anywhere font-medium" translate="no">
          {name}
        </p>
        {address.isDefault && <Badge>{t("addresses.default")}</Badge>}
      </div>
      <address className="mt-1.5 wrap-anywhere text-ink-soft text-sm not-italic" translate="no">
        {street}
        <br />
        {city}, {stateName} {pincode}
        <br />
        {phone}
      </address>
      <div className="mt-auto -ml-3.5 flex flex-wrap pt-3">
        {acts.map(({ act, onClick }) => (
          <Button
            key={act}
            variant="quiet"
            size="sm"
            aria-label={t(`addresses.${act}Of`, { name, street })}
            busy={pressed === `${act} ${address._id}`}
            disabled={pressed !== ""}
            onClick={onClick}
          >
            {t(`addresses.${act}`)}
          </Button>
        ))}
      </div>
    </li>
  )
}
