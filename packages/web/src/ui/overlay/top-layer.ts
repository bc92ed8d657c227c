/** The browser's top layer: an element added to it covers all elements that are already in it. */

const shown = new WeakSet<HTMLElement>()

/** Moves the element to the top of the layer, even if it is already in it. Requires `popover="manual"`. */
export function showOnTop(element: HTMLElement): void {
  hideFromTop(element)
  element.showPopover()
  shown.add(element)
}

export function hideFromTop(element: HTMLElement): void {
  if (!shown.delete(element) || !element.isConnected) return
  element.hidePopover()
}
