/**
 * Find what a person would: an element by its role and its accessible name, in sight, and not under anything else.
 *
 * Returns null when there is none, else where to click and what it says. `name` is a regular expression; `inside` is
 * a selector of what to look in (the last one that matches: dialogs come last).
 */
(role, name, inside) => {
  const selectors = {
    article: "article",
    button: "button, summary, [role=button]",
    cell: "td, th",
    checkbox: "input[type=checkbox], [role=checkbox]",
    dialog: "[role=dialog]",
    field: "input:not([type=checkbox], [type=radio]), textarea, select",
    heading: "h1, h2, h3, [role=heading]",
    img: "img, [role=img]",
    link: "a[href]",
    radio: "input[type=radio], [role=radio]",
    row: "tr",
    text: "p, span, li, div, strong",
  }
  const plain = (text) => text.replace(/\s+/g, " ").trim()
  const nameOf = (element) => {
    const ids = element.getAttribute("aria-labelledby")
    if (ids) return ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
    if (element.ariaLabel) return element.ariaLabel
    if (element.labels?.length) return [...element.labels].map((label) => label.textContent).join(" ")
    return element.alt ?? element.textContent
  }
  const visible = (element) => {
    const { visibility } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    return visibility === "visible" && width > 1 && height > 1
  }
  const wanted = new RegExp(name)
  const scope = [...document.querySelectorAll(inside)].at(-1)
  const element = [...(scope?.querySelectorAll(selectors[role]) ?? [])].find(
    (each) => visible(each) && wanted.test(plain(nameOf(each))),
  )
  if (!element) return null
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  window.found = element
  return {
    x,
    y,
    text: plain(element.innerText ?? element.textContent),
    enabled: !element.disabled && element.ariaDisabled !== "true",
    reachable: element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)),
  }
}
