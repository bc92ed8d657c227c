/** What can take the focus inside an element, in order. */

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

export function focusableIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.offsetParent !== null)
}

/** What asks for the focus, else the first that can take it, else the element itself. */
export function focusInto(root: HTMLElement): void {
  const wanted = root.querySelector<HTMLElement>('[data-autofocus]') ?? focusableIn(root)[0]
  if (wanted) wanted.focus()
  else {
    root.tabIndex = -1
    root.focus()
  }
}
