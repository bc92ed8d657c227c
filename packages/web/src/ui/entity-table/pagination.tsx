/** Pagination: the range of visible rows, the page size and the page buttons. */

import './entity-table.css'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { PageSize } from './page-size.tsx'
import { pageSizes, type TableQuery } from './table-query.ts'

interface PaginationProps {
  readonly query: TableQuery
  /** Number of rows before the visible ones, and number of visible rows. */
  readonly from: number
  readonly count: number
  readonly total: number
  readonly onChange: (change: Partial<TableQuery>) => void
  /** Shown before the page size, such as keys of the rows. */
  readonly hints?: ReactNode
  /** Hides the page size selector to save space. */
  readonly isNarrow?: boolean
}

export function Pagination({ query, from, count, total, onChange, hints, isNarrow }: PaginationProps) {
  const t = useText()
  const { page, pageSize, pageSizeChoice } = query
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const icon = { size: 16, strokeWidth: 2 }
  const go = (to: number) => onChange({ page: to })
  return (
    <div className="sd-pages">
      <span className="sd-pages-range">
        {count === 1
          ? t('ui.rangeOne', { at: from + 1, total })
          : t('ui.range', { from: count === 0 ? 0 : from + 1, to: count === 0 ? 0 : from + count, total })}
      </span>
      <span className="sd-spacer" />
      {hints}
      {!isNarrow && (
        <PageSize
          value={pageSizeChoice}
          onChange={(value) => onChange({ pageSizeChoice: value === 'fit' ? value : Number(value) })}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
          <option value="fit">{t('ui.rowsFit')}</option>
        </PageSize>
      )}
      <IconButton
        label={t('ui.firstPage')}
        size="sm"
        icon={<ChevronsLeft {...icon} />}
        disabled={page === 0}
        onClick={() => go(0)}
      />
      <IconButton
        label={t('ui.previousPage')}
        size="sm"
        icon={<ChevronLeft {...icon} />}
        disabled={page === 0}
        onClick={() => go(page - 1)}
      />
      <IconButton
        label={t('ui.nextPage')}
        size="sm"
        icon={<ChevronRight {...icon} />}
        disabled={page >= last}
        onClick={() => go(page + 1)}
      />
      <IconButton
        label={t('ui.lastPage')}
        size="sm"
        icon={<ChevronsRight {...icon} />}
        disabled={page >= last}
        onClick={() => go(last)}
      />
    </div>
  )
}
