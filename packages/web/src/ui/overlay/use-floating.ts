/** Keeps a box positioned at its anchor in the top layer while it is open. */

import { type RefObject, useLayoutEffect } from 'react'
import { type Placement, place } from './place.ts'
import { hideFromTop, showOnTop } from './top-layer.ts'

export function useFloating(
  box: RefObject<HTMLElement | null>,
  anchor: () => HTMLElement | null | undefined,
  isOpen: boolean,
  placement: Placement,
  matchWidth = false,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the anchor is asked for when the box is placed
  useLayoutEffect(() => {
    const element = box.current
    if (!isOpen || !element) return
    showOnTop(element)

    function update() {
      const target = anchor()
      if (!element || !target) return
      const rect = target.getBoundingClientRect()
      if (matchWidth) element.style.minWidth = `${rect.width}px`
      const { left, top } = place(
        rect,
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: document.documentElement.clientWidth, height: window.innerHeight },
        placement,
      )
      element.style.left = `${left}px`
      element.style.top = `${top}px`
    }

    update()
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    window.addEventListener('scroll', update, true)
    window.addEventListener('resize', update)
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', update, true)
      window.removeEventListener('resize', update)
      hideFromTop(element)
    }
  }, [isOpen, placement, matchWidth])
}
