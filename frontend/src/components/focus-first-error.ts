const FIELD = "input, select, textarea, button"

/** Focus the first invalid field, in the frame after the form has marked it as invalid. */
export function focusFirstError(form: HTMLElement) {
  requestAnimationFrame(() => {
    const invalid = form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")
    // A fieldset is marked as a whole: take its first focusable field.
    const field = invalid?.matches(`${FIELD}, [tabindex]`)
      ? invalid
      : invalid?.querySelector<HTMLElement>(`:is(${FIELD}):not([tabindex="-1"])`)
    field?.focus()
    // Out from under a bar that sticks to the window's edge. The unit tests' DOM has no layout.
    field?.scrollIntoView?.({ block: "center" })
  })
}
