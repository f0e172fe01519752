import { useMutation } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { type FormEvent, useState } from "react"
import { Button, ButtonLink } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { EmailField } from "@/components/email-field"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { api, type Schemas, unwrap } from "@/lib/api"
import { normalEmail } from "@/lib/email"
import { saveJson } from "@/lib/save-file"
import { useAction } from "@/lib/use-action"
import { CodeSteps } from "./code-steps"

type Proof = { email: string; token: string }

const withProof = ({ email, token }: Proof) => ({ body: { email }, headers: { "X-Order-Access": token } })

/** Personal data of customers without an account: verify the address, then download or erase the data. */
export function Component() {
  const { t } = useTranslation("orders")
  const [proof, setProof] = useState<Proof | null>(null)
  return (
    <div className="page max-w-3xl py-10 sm:py-14">
      <PageHead title={t("data.title")} />
      <h1 className="text-3xl">{t("data.title")}</h1>
      <p className="mt-3 text-ink-soft">{t("data.lead")}</p>
      <p className="mt-2">
        <ButtonLink to="/profile" variant="quiet" size="sm" className="-ml-3.5">
          {t("data.withAccount")}
        </ButtonLink>
      </p>
      {proof ? <Proven proof={proof} /> : <Prove onProven={setProof} />}
    </div>
  )
}

function Prove({ onProven }: { onProven: (proof: Proof) => void }) {
  const { t } = useTranslation("orders")
  const [typed, setTyped] = useState("")
  const [email, setEmail] = useState("")
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = normalEmail(typed)
    setProblem(wanted ? undefined : t("track.blank"))
    setEmail(wanted)
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-4">
        <EmailField
          label={t("track.email")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
          className="min-w-60 flex-1"
        />
        <Button type="submit" className="mt-7 h-11.5">
          {t("data.continue")}
        </Button>
      </form>
      {email && (
        <section
          aria-label={t("data.proveTitle")}
          className="mt-6 rounded-md border border-line bg-paper p-5"
        >
          <p className="wrap-anywhere text-ink-soft text-sm">{t("data.prove", { email })}</p>
          <CodeSteps
            key={email}
            ask={() => unwrap(api.POST("/api/data/code", { body: { email } }))}
            check={async (code) => {
              const opened = await unwrap(api.POST("/api/data/open", { body: { email, code } }))
              onProven({ email, token: opened.accessToken })
            }}
            askLabel={t("data.sendCode")}
          />
        </section>
      )}
    </>
  )
}

function Proven({ proof }: { proof: Proof }) {
  const { t } = useTranslation("orders")
  const [asking, setAsking] = useState(false)
  const download = useAction({
    act: () => unwrap(api.POST("/api/data/download", withProof(proof))),
    onDone: (data) => saveJson("my-data.json", data),
    failed: t("data.downloadFailed"),
  })
  const erase = useMutation({
    mutationFn: (code: string) => {
      const { body, headers } = withProof(proof)
      return unwrap(api.POST("/api/data/erase", { headers, body: { ...body, code } }))
    },
    onSuccess: () => setAsking(false),
  })
  return (
    <section aria-labelledby="proven" className="mt-8">
      <h2 id="proven" className="wrap-anywhere text-xl">
        {t("data.of", { email: proof.email })}
      </h2>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          <Download className="size-4.5" />
          {t("data.download")}
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t("data.erase")}
        </Button>
      </div>
      {erase.data && <Erased result={erase.data} />}
      <Dialog open={asking} onOpenChange={setAsking} title={t("data.eraseTitle")}>
        <p>{t("data.eraseText")}</p>
        <p className="mt-3 text-ink-soft">{t("data.keptText")}</p>
        <p className="mt-3 wrap-anywhere text-ink-soft">{t("data.eraseCode", { email: proof.email })}</p>
        <CodeSteps
          ask={() => unwrap(api.POST("/api/data/erase/code", withProof(proof)))}
          check={erase.mutateAsync}
          askLabel={t("data.sendCode")}
          checkLabel={t("data.confirm")}
        />
        <div className="mt-6 flex justify-end">
          <Button variant="quiet" onClick={() => setAsking(false)}>
            {t("data.keep")}
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

function Erased({ result }: { result: Schemas["ErasureOut"] }) {
  const { t } = useTranslation("orders")
  const erased = result.results.reduce((sum, one) => sum + one.erased, 0)
  const retained = result.results.reduce((sum, one) => sum + one.kept, 0)
  return (
    <Notice className="mt-6" tone="success" announce title={t("data.erased", { count: erased })}>
      {retained > 0 && <p>{t("data.kept", { count: retained })}</p>}
      {result.hasAccount && <p>{t("data.hasAccount")}</p>}
    </Notice>
  )
}
