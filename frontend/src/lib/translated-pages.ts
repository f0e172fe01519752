/*
 * React on a page that the browser translates.
 *
 * A translator puts <font> elements, or text nodes of its own, where React's text nodes were (facebook/react#11538).
 * React goes on with its own ones: to remove or to insert before one that is elsewhere throws, and what it writes into
 * one that is not shown leaves the old price on the screen.
 */

/** The nodes that a translator shows instead of text nodes. */
const translations = new WeakMap<Node, Node>()

/** Return the outermost node that shows this one, in the place that React knows. */
function shownNode(node: Node): Node {
  let shown = node
  for (let next = translations.get(shown); next && !shown.parentNode; next = translations.get(shown)) {
    shown = next
  }
  for (let font = shown.parentNode; font?.nodeName === "FONT" && font.childNodes.length === 1; ) {
    shown = font
    font = shown.parentNode
  }
  return shown
}

/** Return true when a translator has been at work; no component renders `<font>`. */
export const isTranslated = () => document.querySelector("font") !== null

/** Let React remove, insert before and write into text nodes that a translator has replaced. */
export function guardTranslatedPages() {
  const observer = new MutationObserver(follow)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })

  function follow(changes: MutationRecord[]) {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]))
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      // React has written into it.
      if (target instanceof Text && !target.parentNode) {
        const shown = shownNode(target)
        shown.parentNode?.replaceChild(target, shown)
      }
      for (const text of removedNodes) {
        // Of texts that React has removed itself nothing is asked later.
        if (!(text instanceof Text) || text.parentNode) continue
        const between = previousSibling ? previousSibling.nextSibling : target.firstChild
        const near = [addedNodes[0], previousSibling, nextSibling, between]
        const translation = near.find((node) => node && added.delete(node))
        if (!translation) continue
        translations.set(text, translation)
        translations.delete(translation)
        // Changes outside the document are told of observed nodes alone.
        observer.observe(text, { characterData: true })
      }
      for (const text of addedNodes) {
        const translation = translations.get(text)
        if (!translation || !text.parentNode) continue
        // React has moved it, or the translator has put it back.
        translations.delete(text)
        const shown = shownNode(translation)
        shown.parentNode?.removeChild(shown)
      }
    }
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    follow(observer.takeRecords())
    const shown = shownNode(child)
    if (shown.parentNode) removeChild.call(shown.parentNode, shown)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T
    follow(observer.takeRecords())
    const shown = shownNode(before)
    return insertBefore.call(shown.parentNode ?? this, node, shown.parentNode && shown) as T
  }
}
