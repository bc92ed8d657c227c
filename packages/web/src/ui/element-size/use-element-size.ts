/** Observes the size of an element's content box, in whole pixels. */

import { useCallback, useRef, useState } from 'react'

export interface ElementSize {
  readonly width: number
  readonly height: number
}

/** `const [ref, size] = useElementSize()`; 0 × 0 until the element is mounted. */
export function useElementSize<E extends HTMLElement>(): [(element: E | null) => void, ElementSize] {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 })
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback((element: E | null) => {
    observer.current?.disconnect()
    observer.current = null
    if (!element) return
    const measure = () => {
      const width = Math.floor(element.clientWidth)
      const height = Math.floor(element.clientHeight)
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    observer.current = new ResizeObserver(measure)
    observer.current.observe(element)
  }, [])
  return [ref, size]
}
