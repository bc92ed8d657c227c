/**
 * `useWidth((px) => px < 600)`: condition on the window's width. The component renders again only when the result
 * changes, not on every change of the width.
 */

import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export const useWidth = <T extends string | number | boolean>(ask: (widthPx: number) => T): T =>
  useSyncExternalStore(subscribe, () => ask(window.innerWidth))

/** Phone layout: lists for tables, full-screen dialogs. */
export const isPhone = (widthPx: number): boolean => widthPx < 600
