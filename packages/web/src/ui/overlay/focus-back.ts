/**
 * Restores the focus when the focused element is removed. Browsers would reset it to the document body, and keyboard
 * users would start again at the top of the page.
 */

import { type RefObject, useLayoutEffect, useRef } from 'react'

type FocusHeir = Element | null | undefined

/**
 * When `element` is unmounted with the focus inside, focuses the element that `heirOf` chose. Falls back to the page's
 * content if there is none or it's no longer in the page. Does nothing if another element took the focus in between.
 *
 * `heirOf` is called before the removal, with the focused element; the function it returns is called after the page has
 * rendered.
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

/** When `element` is unmounted with the focus inside, the focus returns to the element that had it before. */
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
