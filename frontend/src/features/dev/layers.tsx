import { LogOut, Package, User } from "lucide-react"
import { useState } from "react"
import { Accordion } from "@/components/accordion"
import { Breadcrumb } from "@/components/breadcrumb"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { Drawer } from "@/components/drawer"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { LiveDot } from "@/components/live-dot"
import { Menu, MenuItem, MenuLink, MenuNote } from "@/components/menu"
import { Notice } from "@/components/notice"
import { Pagination } from "@/components/pagination"
import { Skeleton } from "@/components/skeleton"
import { Spinner } from "@/components/spinner"
import { StepIndicator } from "@/components/step-indicator"
import { Tabs } from "@/components/tabs"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
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
          <Package aria-hidden="true" className="size-4.5" />
          {t("orders")}
        </MenuLink>
        <MenuLink to="/">
          <User aria-hidden="true" className="size-4.5" />
          {t("profile")}
        </MenuLink>
        <MenuItem onClick={() => toast.info(t("logout"))}>
          <LogOut aria-hidden="true" className="size-4.5" />
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

export function TabsAndAccordion() {
  const { t } = useTranslation("dev")
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <Tabs
        label={t("bead")}
        tabs={[
          { value: "details", label: t("details"), content: <p>{t("text")}</p> },
          { value: "specifications", label: t("specifications"), content: <p>{t("careText")}</p> },
          { value: "reviews", label: t("reviews"), content: <p>{t("text")}</p> },
        ]}
      />
      <Accordion
        open={["care"]}
        sections={[
          { value: "care", title: t("care"), content: t("careText") },
          { value: "shipping", title: t("shipping"), content: t("text") },
        ]}
      />
    </div>
  )
}

export function Navigation() {
  const { t } = useTranslation("dev")
  return (
    <div className="space-y-8">
      <Breadcrumb
        trail={[{ label: t("home"), to: "/" }, { label: t("link"), to: "/products" }, { label: t("bead") }]}
      />
      <Pagination page={4} totalPages={9} hrefFor={(page) => `?page=${page}`} />
      <div className="max-w-xl">
        <StepIndicator label={t("steps")} steps={[t("step1"), t("step2"), t("step3")]} current={1} />
      </div>
    </div>
  )
}

export function Waiting() {
  return (
    <div className="flex flex-wrap items-end gap-8" aria-busy="true">
      <div className="w-56 space-y-3">
        <Skeleton className="aspect-square w-full rounded-md" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-full" />
      </div>
      <Spinner className="size-8 text-accent" />
    </div>
  )
}

export function States() {
  const { t } = useTranslation("dev")
  const broken = new ApiError("", "INTERNAL", 500, {}, null, null, "A1B2C3")
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="rounded-md border border-line">
        <EmptyState
          heading="h2"
          title={t("emptyTitle")}
          action={<Button variant="secondary">{t("clear")}</Button>}
        >
          {t("emptyText")}
        </EmptyState>
      </div>
      <div className="rounded-md border border-line">
        <ErrorState error={broken} onRetry={() => toast.info(t("infoText"))} />
      </div>
      {(["info", "success", "warning", "danger"] as const).map((tone) => (
        <Notice key={tone} tone={tone} title={t("noticeTitle")}>
          {t("noticeText")}
        </Notice>
      ))}
    </div>
  )
}

export function Live() {
  return (
    <div className="flex flex-wrap gap-8">
      <LiveDot status="connecting" />
      <LiveDot status="live" />
      <LiveDot status="reconnecting" />
      <LiveDot status="offline" />
    </div>
  )
}
