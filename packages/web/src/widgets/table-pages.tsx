/** Pages of a table widget: page size, once to three times the first, and buttons to the pages before and after. */

import './table-pages.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { PageSize } from '../ui/entity-table/page-size.tsx'

interface TablePagesProps {
  /** Page size of the widget's settings. */
  readonly firstSize: number
  readonly pageSize: number
  readonly page: number
  /** Number of rows before this page, on it, and in all. */
  readonly from: number
  readonly count: number
  readonly total: number
  readonly onChange: (next: { readonly page: number; readonly pageSize: number }) => void
}

export function TablePages({ firstSize, pageSize, page, from, count, total, onChange }: TablePagesProps) {
  const t = useText()
  return (
    <div className="widget-pages">
      <PageSize value={pageSize} onChange={(value) => onChange({ page: 0, pageSize: Number(value) })}>
        {[1, 2, 3].map((times) => (
          <option key={times} value={times * firstSize}>
            {times * firstSize}
          </option>
        ))}
      </PageSize>
      <span className="sd-num">{t('ui.range', { from: from + 1, to: from + count, total })}</span>
      <IconButton
        label={t('ui.previousPage')}
        size="sm"
        icon={<ChevronLeft size={16} strokeWidth={2} />}
        disabled={page === 0}
        onClick={() => onChange({ page: page - 1, pageSize })}
      />
      <IconButton
        label={t('ui.nextPage')}
        size="sm"
        icon={<ChevronRight size={16} strokeWidth={2} />}
        disabled={(page + 1) * pageSize >= total}
        onClick={() => onChange({ page: page + 1, pageSize })}
      />
    </div>
  )
}
