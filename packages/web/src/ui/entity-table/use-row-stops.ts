/**
 * One row of a table is in the tab order: the one that last had the focus, else the open one, else the first. The
 * controls of the others are reached with the arrow keys or the pointer: ← → move through the controls of a row, ↑ ↓
 * from a check box, link or button to the one in the same column of the adjacent row. On names `useRowKeys` handles ↑ ↓.
 */

import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'

const controls = 'a[href], button, input'

/** Controls of a row or cell, without those of menus and popovers that are open in it. */
const controlsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(controls)].filter((one) => !one.closest('[popover], [role=menu], dialog'))

const isDisabled = (control: HTMLElement): boolean => control.matches(':disabled')

const nameIn = (row: Element): HTMLElement | null => row.querySelector<HTMLElement>('[data-row]')

export interface RowStops {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** `body`: the `tbody`; `openId`: the open row. The tab order is set in the DOM, since any column can draw controls. */
export function useRowStops(body: RefObject<HTMLTableSectionElement | null>, openId: string | null): RowStops {
  const current = useRef<string | null>(openId)
  const lastOpen = useRef(openId)

  const apply = useCallback(() => {
    const rows = [...(body.current?.rows ?? [])]
    const rowOf = (id: string | null) => (id === null ? undefined : rows.find((row) => nameIn(row)?.dataset.row === id))
    const stop = rowOf(current.current) ?? rowOf(lastOpen.current) ?? rows[0]
    for (const row of rows) {
      const tabIndex = row === stop ? '0' : '-1'
      for (const control of controlsIn(row)) control.setAttribute('tabindex', tabIndex)
    }
  }, [body])

  useLayoutEffect(() => {
    if (openId !== null && openId !== lastOpen.current) current.current = openId
    lastOpen.current = openId
    apply()
  })

  // Cells can draw controls later, such as a link whose name is loaded.
  useEffect(() => {
    if (!body.current) return
    const changes = new MutationObserver(apply)
    changes.observe(body.current, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [body, apply])

  return {
    onFocus({ target }) {
      const row = target.closest('tr')
      const id = row && nameIn(row)?.dataset.row
      if (id === undefined || id === null || id === current.current) return
      current.current = id
      apply()
    },
    onKeyDown(event) {
      const next = nextControl(event)
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      next.focus()
    },
  }
}

function nextControl(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  const row = target instanceof HTMLElement ? target.closest('tr') : null
  if (!row || !(target instanceof HTMLElement) || target.matches('input:not([type=checkbox])')) return undefined
  const own = controlsIn(row).filter((one) => !isDisabled(one))
  const at = own.indexOf(target)
  if (at < 0) return undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isForward = (key === 'ArrowRight') === (getComputedStyle(row).direction !== 'rtl')
    return own[at + (isForward ? 1 : -1)]
  }
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || target.dataset.row !== undefined) return undefined
  const adjacent = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  const cell = adjacent?.children[target.closest('td')?.cellIndex ?? 0]
  if (!adjacent || !cell) return undefined
  return controlsIn(cell).find((one) => !isDisabled(one)) ?? nameIn(adjacent) ?? undefined
}
