/** After a try to save: the focus goes to the first field that stands against it. */

export function focusFirstError(form: HTMLElement | null): void {
  // The errors are drawn by then.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
