/** A text as staff read it in a list: its alternatives one after the other, without the conditions between them. */
export function readable(text: string): string {
  return text
    .replace(/\{if [^}]*\}|\{end\}/g, "")
    .replace(/\{elif [^}]*\}|\{else\}/g, " / ")
    .trim()
}
