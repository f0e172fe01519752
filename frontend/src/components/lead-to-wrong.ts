const FIELD = "input, select, textarea, button"

/** Put the reader into the first field that is wrong, once the form has marked it. */
export function leadToWrong(form: HTMLElement) {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")
    // A group of fields is marked as a whole.
    const field = wrong?.matches(FIELD)
      ? wrong
      : wrong?.querySelector<HTMLElement>(`:is(${FIELD}):not([tabindex="-1"])`)
    field?.focus()
  })
}
