/** Columns and cells that tables of many rooms have. Functions, not components: an export reads what they draw. */

import { Check } from 'lucide-react'
import type { CellContext, EntityColumn } from './entity-description.ts'

/** How long ago, or the day; the whole moment on hover. */
export const momentCell = (ms: number, { format, nowMs }: Pick<CellContext, 'format' | 'nowMs'>) => (
  <span className="sd-num" title={format.dateTime(ms)}>
    {format.when(ms, nowMs)}
  </span>
)

export const createdColumn = <T extends { readonly createdTime: number }>(priority: number): EntityColumn<T> => ({
  id: 'created',
  title: 'ui.createdTime',
  priority,
  minWidth: 120,
  sortProperty: 'createdTime',
  cell: ({ createdTime }, context) => momentCell(createdTime, context),
})

/** Whether it is the one that stands out, such as the default. */
export const yesCell = (isSo: boolean, { t }: Pick<CellContext, 't'>) =>
  isSo ? (
    <span className="sd-cell-mark">
      <Check size={16} strokeWidth={2} aria-hidden />
      {t('ui.yes')}
    </span>
  ) : (
    t('ui.no')
  )
