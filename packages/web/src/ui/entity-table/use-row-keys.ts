/**
 * Keyboard shortcuts of a list: ↑ ↓ move through the rows, `X` selects one. With a row open, ↑ ↓ open the adjacent row.
 */

import { useEffect, useEffectEvent } from 'react'
import { isSingleKey, isTyping } from '../shortcuts/shortcuts.ts'

interface RowKeys {
  readonly ids: readonly string[]
  readonly openId: string | null
  /** Opens the given row in place of the open one. */
  readonly onStep: (id: string) => void
  readonly onSelect: (id: string) => void
}

const nameOfRow = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)

export function useRowKeys({ ids, openId, onStep, onSelect }: RowKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]:not(.sd-drawer)'))
      return
    const focused = (event.target as HTMLElement).dataset?.row
    const current = focused ?? openId ?? undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Components with their own arrow keys, such as menus, stop these events before they arrive here.
      const at = current === undefined ? -1 : ids.indexOf(current)
      const next = ids[at + (event.key === 'ArrowDown' ? 1 : -1)]
      if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (openId !== null) onStep(next)
      if (openId === null || focused !== undefined) nameOfRow(next)?.focus()
    } else if (current !== undefined && isSingleKey(event, 'x')) {
      event.preventDefault()
      onSelect(current)
    }
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
