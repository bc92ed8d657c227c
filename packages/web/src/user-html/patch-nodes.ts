/**
 * Changes nodes of the page to equal others, and keeps those that fit: a value that changes doesn't take away focus, an
 * open `<details>`, or a click that has begun.
 */

export function patchNodes(live: ParentNode & Node, next: ParentNode & Node): void {
  let old = live.firstChild
  for (const wanted of [...next.childNodes]) {
    if (!old) {
      live.append(wanted)
      continue
    }
    const following: ChildNode | null = old.nextSibling
    if (!patchNode(old, wanted)) old.replaceWith(wanted)
    old = following
  }
  while (old) {
    const following: ChildNode | null = old.nextSibling
    old.remove()
    old = following
  }
}

/** Returns false if the nodes are of different kinds. */
function patchNode(live: ChildNode, next: ChildNode): boolean {
  if (live.nodeName !== next.nodeName) return false
  if (!(live instanceof Element) || !(next instanceof Element)) {
    if (live.nodeValue !== next.nodeValue) live.nodeValue = next.nodeValue
    return true
  }
  if (live.id !== next.id) return false
  patchAttributes(live, next)
  patchNodes(live, next)
  return true
}

function patchAttributes(live: Element, next: Element): void {
  for (const { name } of [...live.attributes]) {
    // Users open and close them.
    if (name === 'open' && live.localName === 'details') continue
    if (!next.hasAttribute(name)) live.removeAttribute(name)
  }
  for (const { name, namespaceURI, value } of next.attributes) {
    if (live.getAttribute(name) === value) continue
    // The content security policy allows styles only through this property.
    if (name === 'style') (live as HTMLElement).style.cssText = (next as HTMLElement).style.cssText
    else live.setAttributeNS(namespaceURI, name, value)
  }
}
