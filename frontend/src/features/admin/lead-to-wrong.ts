/** Put the reader into the first field that is wrong, once the form has marked it. */
export function leadToWrong(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus())
}
