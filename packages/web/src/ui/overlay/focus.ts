/** Selector of focusable elements. */

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

export function focusableIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.offsetParent !== null)
}

/** Focuses the element marked with `data-autofocus`, else the first focusable one, else `root` itself. */
export function focusInto(root: HTMLElement): void {
  const wanted = root.querySelector<HTMLElement>('[data-autofocus]') ?? focusableIn(root)[0]
  if (wanted) wanted.focus()
  else {
    root.tabIndex = -1
    root.focus()
  }
}
