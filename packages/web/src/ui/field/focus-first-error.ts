import { flushSync } from 'react-dom'

/**
 * After a try to save: the focus goes to the first field that stands against it. At once, so that it is not taken from
 * where the user has gone on meanwhile, and half of what they type with it.
 */
export function focusFirstError(form: HTMLElement | null): void {
  const focus = () => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    return field != null
  }
  // Draws the errors.
  flushSync(() => {})
  // On another tab or step they are drawn later.
  if (!focus()) requestAnimationFrame(focus)
}
