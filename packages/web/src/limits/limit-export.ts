/** Exports all limits as a spreadsheet file. */

import type { LimitReport } from '@sonde/model/limits/limit-report'
import type { CellValue } from '../table-export/cell-value.ts'
import { createTableFile, fileNameOf } from '../table-export/table-file.ts'
import { saveFile } from '../ui/download/save-file.ts'
import { forecastText, scopeText, type Words } from './limit-words.ts'

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10)

/** Header and one line per limit. */
export function limitLines(report: LimitReport, words: Words): { heads: string[]; rows: CellValue[][] } {
  const { t } = words
  const heads = [
    t('limits.columnKey'),
    t('limits.columnTitle'),
    t('limits.columnScope'),
    t('limits.columnUsed'),
    t('limits.columnLimit'),
    t('limits.columnShare'),
    t('limits.columnForecast'),
    t('limits.columnToday'),
    t('limits.columnWeek'),
    t('limits.columnAtLimit'),
    t('limits.columnCauser'),
    t('limits.columnCauserShare'),
  ]
  const rows = report.limits.map((row): CellValue[] => {
    const [first] = row.causers
    return [
      row.key,
      row.title,
      scopeText(row, words),
      row.used,
      row.limit,
      percent(row.share),
      forecastText(row, words),
      row.refused.today,
      row.refused.week,
      row.atLimit,
      first?.name ?? null,
      percent(first?.share ?? null),
    ]
  })
  return { heads, rows }
}

export async function exportLimits(report: LimitReport, words: Words): Promise<void> {
  const title = words.t('limits.exportTitle')
  const { heads, rows } = limitLines(report, words)
  const file = await createTableFile({ kind: 'csv', title, heads })
  await file.add(rows)
  saveFile(fileNameOf(`${title} ${report.tenantTitle}`, 'csv', words.nowMs), await file.finish())
}
