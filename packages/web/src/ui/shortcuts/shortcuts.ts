/** Single-key shortcuts: where they apply, and whether the user enabled them. */

import { createObservable } from '../observable.ts'

const storageKey = 'sonde.singleLetters'

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Whether single-letter shortcuts are enabled; users of speech input turn them off. */
export const singleLetters = createObservable(stored())

export function setSingleLetters(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // Storage failed: the setting lasts until the page is left.
  }
  singleLetters.set(isOn)
}

/** Whether a key event's target is a text field or another form field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Whether the event is this key alone, without modifiers and outside of fields, with single-key shortcuts enabled. */
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
