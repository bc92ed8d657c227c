/** Button in a column head that sorts by the column. An arrow shows the direction while the table is sorted by it. */

import './sort-button.css'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

interface SortButtonProps {
  readonly isSorted: boolean
  readonly isDescending: boolean
  /** Size of the arrow, px. */
  readonly size?: number
  readonly onSort: () => void
  readonly children: ReactNode
}

export function SortButton({ isSorted, isDescending, size = 14, onSort, children }: SortButtonProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <button type="button" className="sd-sort-button" onClick={onSort}>
      {children}
      {isSorted && <Arrow size={size} strokeWidth={2} aria-hidden />}
    </button>
  )
}
