/** Exports the rows of a table: the whole list with its search, filters and sort order, or the selected rows. */

import type { PageData } from '@sonde/model/paging'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { EntityColumn, RowsDescription } from '../ui/entity-table/entity-description.ts'
import { createCellReader } from './cell-value.ts'
import { ExportChoice, ExportFrame, FileKindChoice } from './export-frame.tsx'
import { type ListPortionsDeps, listPortions } from './list-portions.ts'
import type { FileKind } from './table-file.ts'
import { useExport } from './use-export.ts'

export interface ExportedTable<T> {
  readonly description: Pick<RowsDescription<T>, 'idOf' | 'columns'>
  /** Name of the page, used for the file and the sheet. */
  readonly title: string
  /** Shown columns, in order. */
  readonly shown: readonly EntityColumn<T>[]
  /** Total number of rows. */
  readonly total: number
  readonly selected: readonly T[]
  readonly load: ListPortionsDeps<T>['load']
  readonly liveOf?: ListPortionsDeps<T>['liveOf']
}

interface TableExportDialogProps {
  readonly table: ExportedTable<unknown>
  readonly onClose: () => void
}

export default function TableExportDialog({ table, onClose }: TableExportDialogProps) {
  const t = useText()
  const { description, title, shown, total, selected, load, liveOf } = table
  const all = description.columns
  const [kind, setKind] = useState<FileKind>('csv')
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  const [rows, setRows] = useState<'all' | 'selected'>(selected.length > 0 ? 'selected' : 'all')
  const state = useExport()

  function start() {
    const chosen = columns === 'all' ? all : shown
    const withIds = columns === 'all'
    const heads = chosen.map((column) => t(column.title))
    const next = listPortions({
      load: rows === 'selected' ? async () => wholeOf(selected) : load,
      idOf: description.idOf,
      columns: chosen,
      read: createCellReader({ t, nowMs: Date.now() }),
      withIds,
      liveOf,
    })
    state.start({ kind, title, heads: withIds ? [...heads, t('ui.id')] : heads, next })
  }

  return (
    <ExportFrame title={t('tableExport.title', { title })} state={state} onStart={start} onClose={onClose}>
      {selected.length > 0 ? (
        <ExportChoice
          label={t('tableExport.rows')}
          value={rows}
          onChange={setRows}
          options={[
            { value: 'selected', label: t('tableExport.rowsSelected', { count: selected.length }) },
            { value: 'all', label: t('tableExport.rowsAll', { count: total }) },
          ]}
          help={rows === 'all' ? t('tableExport.asShown') : undefined}
        />
      ) : (
        <p className="sd-text-2">{t('tableExport.all', { count: total })}</p>
      )}
      <FileKindChoice value={kind} onChange={setKind} />
      <ExportChoice
        label={t('tableExport.columns')}
        value={columns}
        onChange={setColumns}
        options={[
          { value: 'shown', label: t('tableExport.columnsShown', { count: shown.length }) },
          { value: 'all', label: t('tableExport.columnsAll', { count: all.length + 1 }) },
        ]}
      />
    </ExportFrame>
  )
}

const wholeOf = <T,>(rows: readonly T[]): PageData<T> => ({
  data: rows,
  totalElements: rows.length,
  totalPages: 1,
  hasNext: false,
})
