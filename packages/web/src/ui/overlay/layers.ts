/** `Esc` closes the topmost layer only: each open layer registers, the last one gets the key. */

import { useEffect, useEffectEvent } from 'react'

const layers: { onEscape: () => void }[] = []

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const top = layers.at(-1)
  if (!top) return
  event.preventDefault()
  event.stopPropagation()
  top.onEscape()
}

/** While `isOpen`, `Esc` calls `onEscape` if no later layer is open. */
export function useLayer(isOpen: boolean, onEscape: () => void): void {
  const onTopEscape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const layer = { onEscape: () => onTopEscape() }
    if (layers.length === 0) document.addEventListener('keydown', onKeyDown)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen])
}
