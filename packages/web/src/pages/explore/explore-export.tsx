/** Exports the data of the charts: one row per time, one column per series. */

import { figureAt, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { useState } from 'react'
import type { OpenDashboard } from '../../dashboards/dashboard-context.tsx'
import { chartId } from '../../explore/explore-dashboard.ts'
import type { Exploration } from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'
import type { CellValue } from '../../table-export/cell-value.ts'
import { ExportFrame, FileKindChoice } from '../../table-export/export-frame.tsx'
import type { FileKind } from '../../table-export/table-file.ts'
import { useExport } from '../../table-export/use-export.ts'
import { useSeriesNames } from './series-names.ts'
import { readingOf } from './series-reading.ts'

interface ExploreExportProps {
  readonly series: Exploration
  readonly open: OpenDashboard
  /** Of the exploration; empty: none. */
  readonly name: string
  readonly onClose: () => void
}

export default function ExploreExport({ series, open, name, onClose }: ExploreExportProps) {
  const t = useText()
  const names = useSeriesNames()
  const state = useExport()
  const [kind, setKind] = useState<FileKind>('csv')

  function start() {
    const columns = series.flatMap((one) => {
      const reading = readingOf(open.data.view(chartId(one.chart)), one)
      if (one.isHidden || reading.kind !== 'ready') return []
      return [{ head: names.head(one, reading), column: reading.column }]
    })
    const rows = rowsOf(columns.map(({ column }) => column))
    let isDone = false
    state.start({
      kind,
      title: name || t('explore.title'),
      heads: [t('tableExport.time'), ...columns.map(({ head }) => head)],
      withMs: true,
      offsetHead: t('tableExport.offset'),
      next: async () => {
        if (isDone) return null
        isDone = true
        return { rows, done: rows.length, total: rows.length }
      },
    })
  }

  return (
    <ExportFrame title={t('explore.export')} state={state} onStart={start} onClose={onClose}>
      <p className="sd-text-2">{t('explore.exportText')}</p>
      <FileKindChoice value={kind} onChange={setKind} />
    </ExportFrame>
  )
}

/** Rows by time, oldest first. */
function rowsOf(columns: readonly SeriesColumn[]): CellValue[][] {
  const rows = new Map<number, CellValue[]>()
  for (const [index, column] of columns.entries()) {
    const { ts } = column
    for (let at = 0; at < ts.length; at++) {
      const ms = ts[at] as number
      const row = rows.get(ms) ?? [{ ms }, ...columns.map(() => null)]
      rows.set(ms, row)
      row[index + 1] = Number.isNaN(column.values[at]) ? null : figureAt(column, at)
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row)
}
