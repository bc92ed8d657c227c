/**
 * Where the focus goes when what has it leaves the page: browsers put it on nothing, and who works by keyboard would
 * start anew at the top of the page.
 */

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When `element` is taken from the page with the focus inside, the focus goes to what `heir` names. `heir` is asked
 * before the element goes, and what it names gets the focus if it is still there afterwards and nothing else took it.
 */
export function useFocusBack(element: RefObject<HTMLElement | null>, heir: (element: HTMLElement) => FocusHeir): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `heir` reads are refs and the page itself
  useLayoutEffect(() => {
    const own = element.current
    if (!own) return
    return () => {
      if (own.contains(document.activeElement)) bequeath(heir(own))
    }
  }, [])
}

export type FocusHeir = Element | null | undefined

/** Gives the focus to `heir` once the page is redrawn, to the page's content when it has gone too. */
export function bequeath(heir: FocusHeir): void {
  queueMicrotask(() => {
    const at = document.activeElement
    if (at !== null && at !== document.body) return
    const next = heir?.isConnected ? heir : document.getElementById('content')
    if (next instanceof HTMLElement) next.focus({ preventScroll: next.id === 'content' })
  })
}

/** When `element` goes with the focus inside, the focus returns to where it came into it from. */
export function useFocusReturn(element: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null)
  useFocusBack(element, () => before.current)
  useLayoutEffect(() => {
    const own = element.current
    const onFocusIn = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof HTMLElement && !own?.contains(from)) before.current = from
    }
    own?.addEventListener('focusin', onFocusIn)
    return () => own?.removeEventListener('focusin', onFocusIn)
  }, [element])
}
