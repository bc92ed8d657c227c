/**
 * Where the focus goes when what has it leaves the page: browsers put it on nothing, and who works by keyboard would
 * start again at the top of the page.
 */

import { type RefObject, useLayoutEffect, useRef } from 'react'

type FocusHeir = Element | null | undefined

/**
 * When `element` is taken from the page with the focus inside, the focus goes to an heir: to the page's content where
 * there is none or it has gone too, to nobody where the focus has been taken meanwhile.
 *
 * `heirOf` is asked before the element goes and gets what has the focus; the function that it hands back is asked once
 * the page is redrawn.
 */
export function useFocusBack(
  element: RefObject<HTMLElement | null>,
  heirOf: (element: HTMLElement, focused: Element) => () => FocusHeir,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `heirOf` reads are refs and the page itself
  useLayoutEffect(() => {
    const own = element.current
    if (!own) return
    return () => {
      const focused = document.activeElement
      if (focused && own.contains(focused)) giveFocus(heirOf(own, focused))
    }
  }, [])
}

function giveFocus(heir: () => FocusHeir): void {
  queueMicrotask(() => {
    const at = document.activeElement
    if (at !== null && at !== document.body) return
    const found = heir()
    const next = found?.isConnected ? found : document.getElementById('content')
    if (next instanceof HTMLElement) next.focus({ preventScroll: next.id === 'content' })
  })
}

/** When `element` goes with the focus inside, the focus returns to where it came into it from. */
export function useFocusReturn(element: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null)
  useFocusBack(element, () => () => before.current)
  useLayoutEffect(() => {
    const own = element.current
    const onFocusIn = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof HTMLElement && !own?.contains(from)) before.current = from
    }
    own?.addEventListener('focusin', onFocusIn)
    return () => own?.removeEventListener('focusin', onFocusIn)
  }, [element])
}
