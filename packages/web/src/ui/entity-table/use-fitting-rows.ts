/** Number of table rows that fit into the window. */

import { useSyncExternalStore } from 'react'
import { pageSizes } from './table-query.ts'

/** Height in px of a list page without its rows: header, title, filters, table header, pagination, gaps. */
const besidesRowsPx = 300

/** A page of fewer rows would hardly show anything; in lower windows the page scrolls. */
const fewest = 5
const most = pageSizes[pageSizes.length - 1] ?? 100

function fittingRows(abovePx: number): number {
  const rowPx = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--sd-row-height')) || 44
  const rows = Math.floor((window.innerHeight - besidesRowsPx - abovePx) / rowPx)
  return Math.min(most, Math.max(fewest, rows))
}

function subscribe(onChange: () => void) {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Returns 5 to 100. `abovePx`: height of further content above the table. */
export const useFittingRows = (abovePx: number): number => useSyncExternalStore(subscribe, () => fittingRows(abovePx))
