/** Single keys: where they count, and whether the user wants them. */

import { createObservable } from '../observable.ts'

const storageKey = 'sonde.singleLetters'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Whether single-letter shortcuts are on; people who dictate turn them off. */
export const singleLetters = createObservable(stored())

export function setSingleLetters(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // Not stored: lasts until the page is left.
  }
  singleLetters.set(isOn)
}

/** Whether a key typed here belongs to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Whether the event is this single key, outside of fields, with nothing held, and single keys are on. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  return (
    singleLetters.get() &&
    event.key.toLowerCase() === key &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !event.defaultPrevented &&
    !isTyping(event.target)
  )
}
