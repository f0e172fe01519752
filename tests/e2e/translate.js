/**
 * Do to the page what a browser does that translates it, now and whenever something is added.
 *
 * Each text stands in two <font> elements, which hold the text node itself ("moves") or, as Chrome does it, another
 * one ("replaces"). What it says stays as it is, so that it can be looked for.
 */
(translator) => {
  const LEFT_ALONE = "font, [translate=no], .notranslate, script, style, noscript, template, textarea"

  const translate = (text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(LEFT_ALONE)) return
    const outer = document.createElement("font")
    const inner = outer.appendChild(document.createElement("font"))
    const shown = translator === "moves" ? text : new Text(text.data)
    text.replaceWith(outer)
    inner.append(shown)
  }
  const translateAll = (node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node.nodeType === Node.TEXT_NODE ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(translate)
  }

  translateAll(document.body)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") translate(target)
      else addedNodes.forEach(translateAll)
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
