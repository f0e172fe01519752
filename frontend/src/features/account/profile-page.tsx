import type { ComponentType } from "react"
import { lazySection } from "@/components/lazy-with-retry"
import { PageHead } from "@/components/page-head"
import { SectionBoundary } from "@/components/section-boundary"
import { useTranslation, withTexts } from "@/i18n"
import { useTopic } from "@/lib/live"
import { profileQuery, type User, useUser } from "@/stores/session"
import { AddressSection } from "./address-section"
import { DataSection } from "./data-section"
import { DetailsSection } from "./details-section"
import { EmailSection } from "./email-section"
import { PasswordSection } from "./password-section"
import { SessionsSection } from "./sessions-section"

const SecuritySection = lazySection(
  () => withTexts(import("./security-section"), "secondFactor"),
  "SecuritySection",
)

/** The account page; the router requires a login. */
export function Component() {
  const { user } = useUser()
  return user && <Profile key={user._id} user={user} />
}

function Profile({ user }: { user: User }) {
  const { t } = useTranslation("account")
  // Also ends the session here within moments of a logout on another device.
  useTopic(`account:${user._id}`, profileQuery, { merge: (_, data) => data.user })
  const sections: ComponentType<{ user: User }>[] = [
    DetailsSection,
    AddressSection,
    EmailSection,
    PasswordSection,
    ...(user.role === "customer" ? [] : [SecuritySection]),
    SessionsSection,
    DataSection,
  ]
  return (
    <div className="page py-10 sm:py-14">
      <PageHead title={t("profile.title")} />
      <h1 className="text-3xl">{t("profile.title")}</h1>
      <p className="mt-2 mb-8 wrap-anywhere text-ink-soft">
        {t("profile.signedInAs", { email: user.email })}
      </p>
      {sections.map((Part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections never change places.
        <SectionBoundary key={place}>
          <Part user={user} />
        </SectionBoundary>
      ))}
    </div>
  )
}
