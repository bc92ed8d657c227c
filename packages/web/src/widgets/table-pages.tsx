/** Pages of a widget's table: once, twice or three times the configured number of rows. */

import './table-pages.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { PageSize } from '../ui/entity-table/page-size.tsx'

interface TablePagesProps {
  /** Configured rows per page. */
  readonly baseSize: number
  readonly pageSize: number
  readonly onPageSize: (pageSize: number) => void
  readonly page: number
  readonly onPage: (page: number) => void
  /** Rows before this page. */
  readonly from: number
  readonly shown: number
  readonly total: number
}

export function TablePages({ baseSize, pageSize, onPageSize, page, onPage, from, shown, total }: TablePagesProps) {
  const t = useText()
  return (
    <div className="table-pages">
      <PageSize value={pageSize} onChange={(value) => onPageSize(Number(value))}>
        {[1, 2, 3].map((times) => (
          <option key={times} value={times * baseSize}>
            {times * baseSize}
          </option>
        ))}
      </PageSize>
      <span className="sd-num">{t('ui.range', { from: from + 1, to: from + shown, total })}</span>
      <IconButton
        label={t('ui.previousPage')}
        size="sm"
        icon={<ChevronLeft size={16} strokeWidth={2} />}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label={t('ui.nextPage')}
        size="sm"
        icon={<ChevronRight size={16} strokeWidth={2} />}
        disabled={(page + 1) * pageSize >= total}
        onClick={() => onPage(page + 1)}
      />
    </div>
  )
}
