/** Which tabs of a strip have room beside the button for the others. */

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Px that rounding and zoom may take. */
const slackPx = 1
/** Px of the button with its gap, until it is there to be measured. */
const morePxUsual = 88

export interface TabWidths {
  /** Of each tab, px. */
  readonly tabs: readonly number[]
  /** Px between two. */
  readonly gap: number
  /** Of the strip and the button together, px. */
  readonly room: number
  /** Of the button with its gap, px. */
  readonly more: number
}

/**
 * How many of the first tabs are shown: all of them, or those that fit beside the button and, where it is a later one,
 * the open tab.
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
  readonly more: RefObject<HTMLButtonElement | null>
  /** Of the first tabs; the open one is shown besides. */
  readonly count: number
}

/** `strip` holds a child for each tab and stands with `more`, if there is such a button, in a row. */
export function useShownTabs(total: number, open: number): ShownTabs {
  const [count, setCount] = useState(total)
  const list = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)
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
  }, [])

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

  // After each drawing: the tabs, the open one or the button may be others. The same count draws nothing again.
  useLayoutEffect(() => {
    // The browser scrolls to what a key or a program reaches; what is then open stands where it is seen.
    if (at.current !== open && list.current) list.current.scrollLeft = 0
    at.current = open
    measure()
  })
  return { strip, more, count }
}
