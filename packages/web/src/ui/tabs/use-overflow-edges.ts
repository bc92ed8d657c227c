/** Detects at which ends a horizontally scrolling strip has hidden content, so that its edges can fade there. */

import { useCallback, useRef, useState } from 'react'

export type OverflowEdges = 'start' | 'end' | 'both' | undefined

/** Tolerance for rounding and zoom, px. */
const slackPx = 2

export function overflowEdges(strip: Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollWidth'>): OverflowEdges {
  // `scrollLeft` is negative in right-to-left layouts.
  const scrolled = Math.abs(strip.scrollLeft)
  const isStart = scrolled > slackPx
  const isEnd = strip.scrollWidth - strip.clientWidth - scrolled > slackPx
  return isStart && isEnd ? 'both' : isStart ? 'start' : isEnd ? 'end' : undefined
}

/** `const [ref, edges] = useOverflowEdges()`; set `data-overflow={edges}` on the element with the class `sd-strip`. */
export function useOverflowEdges<E extends HTMLElement>(): [(element: E | null) => void, OverflowEdges] {
  const [edges, setEdges] = useState<OverflowEdges>(undefined)
  const stop = useRef(() => {})
  const ref = useCallback((element: E | null) => {
    stop.current()
    stop.current = () => {}
    if (!element) return
    const measure = () => setEdges(overflowEdges(element))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    stop.current = () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  return [ref, edges]
}
