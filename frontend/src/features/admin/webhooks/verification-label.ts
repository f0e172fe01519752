import type { MessageRow } from "./message-queries"

const keys = {
  signed: "verdicts.signed",
  password: "verdicts.password",
  proven: "verdicts.proven",
  "no proof": "verdicts.none",
  "wrong proof": "verdicts.wrong",
} as const satisfies Record<MessageRow["verdict"], string>

/** Translation key of a message's verification. */
export const verificationLabelKey = (verdict: MessageRow["verdict"]) => keys[verdict]
