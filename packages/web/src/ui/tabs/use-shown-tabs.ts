/** Calculates which tabs of a strip fit next to the button for the others. */

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Tolerance for rounding and zoom, px. */
const slackPx = 1
/** Assumed width of the button with its gap, px, until it can be measured. */
const morePxUsual = 88

export interface TabWidths {
  /** Width of each tab, px. */
  readonly tabs: readonly number[]
  /** Gap between two tabs, px. */
  readonly gap: number
  /** Width of the strip and the button together, px. */
  readonly room: number
  /** Width of the button with its gap, px. */
  readonly more: number
}

/**
 * Number of leading tabs to show: all of them, or those that fit next to the button together with the open tab if it is
 * a later one.
 */
export function shownTabs({ tabs, gap, room, more }: TabWidths, open: number): number {
  const all = tabs.reduce((sum, width) => sum + width + gap, -gap)
  if (all <= room + slackPx) return tabs.length
  const left = room - more + slackPx
  for (let count = tabs.length - 1; count > 0; count--) {
    const shown = [...tabs.slice(0, count), ...(open >= count ? [tabs[open] ?? 0] : [])]
    if (shown.reduce((sum, width) => sum + width + gap, -gap) <= left) return count
  }
  return 0
}

interface ShownTabs {
  readonly strip: (element: HTMLElement | null) => void
  /** Number of leading tabs shown; the open tab is shown in addition. */
  readonly count: number
}

/**
 * `strip` must have one child per tab. Its parent is the row that contains it and, if present, the `more` button.
 */
export function useShownTabs(total: number, open: number, more: RefObject<HTMLButtonElement | null>): ShownTabs {
  const [count, setCount] = useState(total)
  const list = useRef<HTMLElement>(null)
  const at = useRef(open)
  const sizes = useRef<ResizeObserver>(null)

  const measure = useCallback(() => {
    const row = list.current?.parentElement
    if (!list.current || !row) return
    const style = getComputedStyle(row)
    const px = (value: string) => Number.parseFloat(value) || 0
    setCount(
      shownTabs(
        {
          tabs: [...list.current.children].map((tab) => tab.getBoundingClientRect().width),
          gap: px(getComputedStyle(list.current).columnGap),
          room: row.clientWidth - px(style.paddingLeft) - px(style.paddingRight),
          more: more.current ? more.current.offsetWidth + px(style.columnGap) : morePxUsual,
        },
        at.current,
      ),
    )
  }, [more])

  const strip = useCallback(
    (element: HTMLElement | null) => {
      sizes.current?.disconnect()
      list.current = element
      if (!element) return
      sizes.current = new ResizeObserver(measure)
      for (const one of [element.parentElement, ...element.children]) if (one) sizes.current.observe(one)
    },
    [measure],
  )

  // After each render: tabs, open tab or button may have changed. An unchanged count doesn't render again.
  useLayoutEffect(() => {
    // Focusing a tab makes the browser scroll the strip; the open tab is always visible at scroll position 0.
    if (at.current !== open && list.current) list.current.scrollLeft = 0
    at.current = open
    measure()
  })
  return { strip, count }
}
