/** The browser's top layer: what is put there lies over everything that is there already. */

const shown = new WeakSet<HTMLElement>()

/** Puts the element on top, also when it is in the layer already. It has `popover="manual"`. */
export function showOnTop(element: HTMLElement): void {
  hideFromTop(element)
  element.showPopover()
  shown.add(element)
}

export function hideFromTop(element: HTMLElement): void {
  if (!shown.delete(element) || !element.isConnected) return
  element.hidePopover()
}
