import { flushSync } from 'react-dom'

/**
 * Focuses the first invalid field after an attempt to save. Synchronous: a delayed focus change would interrupt a user
 * who has already moved on to another field.
 */
export function focusFirstError(form: HTMLElement | null): void {
  const focus = () => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    return field != null
  }
  // Renders the errors.
  flushSync(() => {})
  // Errors on another tab or step are rendered later.
  if (!focus()) requestAnimationFrame(focus)
}
