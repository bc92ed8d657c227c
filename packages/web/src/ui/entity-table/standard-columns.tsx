/** Columns and cells that many tables share. Cells are functions, not components, because exports read their markup. */

import { Check } from 'lucide-react'
import type { MessageKey } from '../../locale/messages.ts'
import type { CellContext, EntityColumn } from './entity-description.ts'

/** Relative time or date; the full date and time on hover. */
export const momentCell = (ms: number, { format, nowMs }: Pick<CellContext, 'format' | 'nowMs'>) => (
  <span className="sd-num" title={format.dateTime(ms)}>
    {format.when(ms, nowMs)}
  </span>
)

export const nameColumn = <T extends { readonly name: string }>(
  title: MessageKey,
  minWidth = 200,
): EntityColumn<T> => ({
  id: 'name',
  title,
  priority: 1,
  minWidth,
  sortProperty: 'name',
  cell: ({ name }) => name,
})

export const createdColumn = <T extends { readonly createdTime: number }>(priority: number): EntityColumn<T> => ({
  id: 'created',
  title: 'ui.createdTime',
  priority,
  minWidth: 120,
  sortProperty: 'createdTime',
  cell: ({ createdTime }, context) => momentCell(createdTime, context),
})

/** Hidden by default; shown in wide tables or when the user chooses it. */
export const descriptionColumn = <T,>(priority: number, descriptionOf: (row: T) => string): EntityColumn<T> => ({
  id: 'description',
  title: 'assignment.description',
  priority,
  minWidth: 200,
  isExtra: true,
  cell: (row, { t }) => <span title={descriptionOf(row)}>{descriptionOf(row) || t('ui.none')}</span>,
  text: (row) => descriptionOf(row),
})

/** Cell that shows a check mark for true, such as for the default profile. */
export const yesCell = (isSo: boolean, { t }: Pick<CellContext, 't'>) =>
  isSo ? (
    <span className="sd-cell-mark">
      <Check size={16} strokeWidth={2} aria-hidden />
      {t('ui.yes')}
    </span>
  ) : (
    t('ui.no')
  )
