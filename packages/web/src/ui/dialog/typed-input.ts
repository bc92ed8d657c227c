/**
 * Detects whether a user entered something in a form: a field's value differs from the value at its first focus, or
 * differed when the field was removed, such as with its step. Search text without a choice doesn't count, since its
 * field is empty again.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Entry {
  readonly before: string
  /** Last entered value; compared once the field is removed from the page. */
  after: string
}

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

const hasCheck = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const textOf = (field: Field): string => (hasCheck(field) ? String(field.checked) : field.value)

export interface TypedInput {
  /** Records that a field got the focus. */
  reached(target: EventTarget): void
  /** Records that the user changed a field. */
  entered(target: EventTarget): void
  readonly isAny: boolean
}

export function createTypedInput(): TypedInput {
  const entries = new Map<Field, Entry>()
  const reachedWith = new WeakMap<Field, string>()
  return {
    reached(target) {
      if (isField(target) && !entries.has(target)) reachedWith.set(target, textOf(target))
    },
    entered(target) {
      if (!isField(target)) return
      const after = textOf(target)
      const existing = entries.get(target)
      if (existing) existing.after = after
      else {
        const before = hasCheck(target) ? String(!target.checked) : (reachedWith.get(target) ?? '')
        entries.set(target, { before, after })
      }
    },
    get isAny() {
      for (const [field, { before, after }] of entries) {
        if (before !== (field.isConnected ? textOf(field) : after)) return true
      }
      return false
    },
  }
}
