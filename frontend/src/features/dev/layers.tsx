import { useQuery } from "@tanstack/react-query"
import { LogOut, Package, User } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { Drawer } from "@/components/drawer"
import { ErrorState } from "@/components/error-state"
import { ImageGallery } from "@/components/image-gallery"
import { Menu, MenuItem, MenuLink, MenuNote } from "@/components/menu"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { toast } from "@/lib/toast"

export function Overlays() {
  const { t } = useTranslation("dev")
  const [open, setOpen] = useState<"dialog" | "right" | "bottom" | null>(null)
  const change = (which: NonNullable<typeof open>) => (next: boolean) => setOpen(next ? which : null)
  const done = <Button onClick={() => setOpen(null)}>{t("done")}</Button>
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => setOpen("dialog")}>
        {t("openDialog")}
      </Button>
      <Button variant="secondary" onClick={() => setOpen("right")}>
        {t("openDrawer")}
      </Button>
      <Button variant="secondary" onClick={() => setOpen("bottom")}>
        {t("openSheet")}
      </Button>
      <Menu trigger={<Button variant="secondary">{t("openMenu")}</Button>}>
        <MenuNote>{t("signedIn")} meera@akshamala.example</MenuNote>
        <MenuLink to="/products">
          <Package className="size-4.5" />
          {t("orders")}
        </MenuLink>
        <MenuLink to="/">
          <User className="size-4.5" />
          {t("profile")}
        </MenuLink>
        <MenuItem onClick={() => toast.info(t("logout"))}>
          <LogOut className="size-4.5" />
          {t("logout")}
        </MenuItem>
      </Menu>
      <Dialog
        open={open === "dialog"}
        onOpenChange={change("dialog")}
        title={t("dialogTitle")}
        description={t("dialogText")}
        footer={done}
      >
        <p>{t("text")}</p>
      </Dialog>
      <Drawer open={open === "right"} onOpenChange={change("right")} title={t("dialogTitle")} footer={done}>
        <p>{t("text")}</p>
      </Drawer>
      <Drawer
        open={open === "bottom"}
        onOpenChange={change("bottom")}
        side="bottom"
        title={t("filters")}
        footer={done}
      >
        <p>{t("text")}</p>
      </Drawer>
    </div>
  )
}

export function Toasts() {
  const { t } = useTranslation("dev")
  const undo = { label: t("undo"), onClick: () => toast.success(t("undone")) }
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={() => toast.info(t("infoText"))}>
        {t("info")}
      </Button>
      <Button variant="secondary" onClick={() => toast.success(t("successText"))}>
        {t("success")}
      </Button>
      <Button variant="secondary" onClick={() => toast.error(t("errorText"))}>
        {t("failure")}
      </Button>
      <Button variant="secondary" onClick={() => toast.info(t("removed"), undo)}>
        {t("withUndo")}
      </Button>
    </div>
  )
}

/** Pictures of products there really are. */
export function Galleries() {
  const { t } = useTranslation("dev")
  const samples = useQuery({
    queryKey: ["dev", "pictures"],
    queryFn: async ({ signal }) => {
      const { products } = await unwrap(
        api.GET("/api/products", { params: { query: { limit: 5, sortBy: "price-high" } }, signal }),
      )
      return products.flatMap(({ picture }) => picture ?? [])
    },
  })
  if (samples.error) return <ErrorState compact error={samples.error} onRetry={samples.refetch} />
  if (!samples.data) return <Skeleton className="aspect-square w-full max-w-md rounded-md" />
  return (
    <div className="max-w-md">
      <ImageGallery title={t("bead")} pictures={samples.data} sizes="(min-width: 40rem) 28rem, 100vw" />
    </div>
  )
}
