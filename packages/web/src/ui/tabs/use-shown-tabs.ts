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
 * Indexes of the tabs to show: all of them, or the leading ones that fit next to the button. An open tab beyond those
 * takes the place of one of them, the last one that is wide enough, or of several.
 */
export function shownTabs({ tabs, gap, room, more }: TabWidths, open: number): readonly number[] {
  const all = tabs.map((_, at) => at)
  const widthOf = (shown: readonly number[]) => shown.reduce((sum, at) => sum + (tabs[at] ?? 0) + gap, -gap)
  if (widthOf(all) <= room + slackPx) return all
  const left = room - more + slackPx
  let shown = all
  while (shown.length > 0 && widthOf(shown) > left) shown = shown.slice(0, -1)
  if (open < shown.length) return shown
  while (shown.length > 0) {
    const kept = shown
    const replaced = kept.findLast((one) => widthOf([...kept.filter((at) => at !== one), open]) <= left)
    if (replaced !== undefined) return [...kept.filter((at) => at !== replaced), open]
    shown = shown.slice(0, -1)
  }
  return [open]
}

interface ShownTabs {
  readonly strip: (element: HTMLElement | null) => void
  readonly isShown: (at: number) => boolean
}

/**
 * `strip` must have one child per tab. Its parent is the row that contains it and, if present, the `more` button.
 */
export function useShownTabs(open: number, more: RefObject<HTMLButtonElement | null>): ShownTabs {
  const [shown, setShown] = useState<readonly number[] | null>(null)
  const list = useRef<HTMLElement>(null)
  const at = useRef(open)
  const sizes = useRef<ResizeObserver>(null)

  const measure = useCallback(() => {
    const row = list.current?.parentElement
    if (!list.current || !row) return
    const style = getComputedStyle(row)
    const px = (value: string) => Number.parseFloat(value) || 0
    const next = shownTabs(
      {
        tabs: [...list.current.children].map((tab) => tab.getBoundingClientRect().width),
        gap: px(getComputedStyle(list.current).columnGap),
        room: row.clientWidth - px(style.paddingLeft) - px(style.paddingRight),
        more: more.current ? more.current.offsetWidth + px(style.columnGap) : morePxUsual,
      },
      at.current,
    )
    setShown((now) => (now?.join() === next.join() ? now : next))
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

  // After each render: tabs, open tab or button may have changed. An unchanged result doesn't render again.
  useLayoutEffect(() => {
    // Focusing a tab makes the browser scroll the strip; the open tab is always visible at scroll position 0.
    if (at.current !== open && list.current) list.current.scrollLeft = 0
    at.current = open
    measure()
  })
  return { strip, isShown: (tab) => tab === open || shown === null || shown.includes(tab) }
}
