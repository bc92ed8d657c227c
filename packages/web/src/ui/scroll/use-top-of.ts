/** Scrolls new content to its top: the user was at the end of the previous content when requesting it. */

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls `box` to the top when its content changes.
 *
 * @param shown Identifies the content; undefined before the first content. An unchanged value doesn't scroll.
 * @param within Selector of elements inside the box to scroll too.
 */
export function useTopOf(box: RefObject<HTMLElement | null>, shown: string | undefined, within?: string): void {
  const before = useRef(shown)
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== shown
    before.current = shown
    if (!isOther || !box.current) return
    const inner = within === undefined ? [] : box.current.querySelectorAll(within)
    for (const element of [box.current, ...inner]) element.scrollTop = 0
  }, [box, shown, within])
}
