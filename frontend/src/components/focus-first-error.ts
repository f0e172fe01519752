const FIELD = "input, select, textarea, button"

/** Open the folded sections around a field, which cannot have the focus there. */
export function openSections(field: Element | null | undefined) {
  for (let section = field?.closest("details"); section; section = section.parentElement?.closest("details"))
    section.open = true
}

/** Focus the first invalid field, in the frame after the form has marked it as invalid. */
export function focusFirstError(form: HTMLElement) {
  requestAnimationFrame(() => {
    const invalid = form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")
    // A fieldset is marked as a whole: take its first focusable field.
    const field = invalid?.matches(`${FIELD}, [tabindex]`)
      ? invalid
      : invalid?.querySelector<HTMLElement>(`:is(${FIELD}):not([tabindex="-1"])`)
    openSections(field)
    field?.focus()
    // Out from under a bar that sticks to the window's edge. The unit tests' DOM has no layout.
    field?.scrollIntoView?.({ block: "center" })
  })
}
