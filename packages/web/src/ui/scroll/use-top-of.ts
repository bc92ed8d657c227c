/** What takes the place of something else is read from its top: who asked for it stood at the end of the one before. */

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls `box` to the top when it shows something else.
 *
 * @param shown What that is; undefined before the first has come. The same again scrolls nothing.
 * @param within Selects what is scrolled too, inside the box.
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
