import { Sections } from "@/components/document-sections"
import { loadQueries } from "@/lib/load-queries"
import { ContactForm } from "./contact-form"
import { DocumentIntro } from "./document-intro"
import { documentQuery } from "./queries"

export const loader = loadQueries(() => [documentQuery("contact")])

/** The contact page: a form that creates a ticket, and all other contacts. */
export function Component() {
  return (
    <DocumentIntro name="contact">
      {({ sections }) => (
        <div className="mt-10 grid items-start gap-x-16 gap-y-14 lg:mt-14 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <ContactForm />
          <Sections sections={sections} />
        </div>
      )}
    </DocumentIntro>
  )
}
