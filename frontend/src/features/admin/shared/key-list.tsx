import { Dialog } from "@/components/dialog"
import { useTranslation } from "@/i18n"

const GROUPS = [
  {
    name: "list",
    keys: [
      ["/", "search"],
      ["j", "next"],
      ["k", "previous"],
      ["Enter", "open"],
      ["x", "select"],
      ["X", "selectRange"],
    ],
  },
  {
    name: "form",
    keys: [
      ["Ctrl Enter", "submit"],
      ["Esc", "close"],
    ],
  },
  {
    name: "anywhere",
    keys: [
      ["Ctrl K", "palette"],
      ["?", "help"],
    ],
  },
] as const

type KeyListProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** A dialog with all keys of the back office. */
export function KeyList({ open, onOpenChange }: KeyListProps) {
  const { t } = useTranslation("admin")
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("keys.title")} description={t("keys.text")}>
      <div className="space-y-5">
        {GROUPS.map(({ name, keys }) => (
          <section key={name} aria-label={t(`keys.${name}`)}>
            <h3 className="mb-1.5 font-medium font-text text-ink-soft text-sm">{t(`keys.${name}`)}</h3>
            <dl className="grid grid-cols-[8rem_1fr] items-baseline gap-y-3 text-sm">
              {keys.map(([key, act]) => (
                <div key={key} className="contents">
                  <dt translate="no">
                    <kbd className="rounded-sm border border-line bg-ground px-2 py-0.5 font-text">{key}</kbd>
                  </dt>
                  <dd>{t(`keys.${act}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
