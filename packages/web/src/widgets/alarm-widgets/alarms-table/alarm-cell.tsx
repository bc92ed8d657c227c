/** Content of a cell of an alarms table. Cells without a value are blank. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { parseValue } from '@sonde/model/dashboards/series-column'
import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import { AlarmState } from '../../../alarms/alarm-state.tsx'
import { originatorNameOf } from '../../../alarms/alarm-table.tsx'
import { SeverityChip } from '../../../alarms/severity.tsx'
import { type AlarmRow, displayOf, valueText } from '../../../dashboards/widget-api.ts'
import type { Translate } from '../../../locale/texts.ts'
import type { Format } from '../../../ui/format/format.ts'
import { LiveCell } from '../../live-cell.tsx'
import { type AlarmColumn, partOf } from './alarm-columns.ts'

export interface CellParts {
  readonly t: Translate
  readonly format: Format
  readonly config: DashboardWidget['config']
  readonly decimals: (key: EntityKey) => number
}

/** Text of a cell, for lines that several cells share. */
export function cellText({ alarm, value }: AlarmRow, { cell, dataKey }: AlarmColumn, parts: CellParts): string {
  const { t, format, config, decimals } = parts
  switch (cell.kind) {
    case 'time':
      return alarm[cell.field] > 0 ? format.dateTime(alarm[cell.field]) : ''
    case 'originator':
      return originatorNameOf(alarm)
    case 'originatorType':
      return t(`entityTypes.${alarm.originator.entityType}`)
    case 'type':
      return alarm.type
    case 'severity':
      return t(`alarms.${alarm.severity}`)
    case 'status':
      return t(`alarms.${alarm.status}`)
    case 'path':
      return shown(partOf(alarm, cell.path))
    case 'value': {
      const text = value(cell.key)?.value ?? ''
      const ms = cell.key.type === 'ENTITY_FIELD' && cell.key.key === 'createdTime' ? Number(text) : 0
      return ms > 0 ? format.dateTime(ms) : shown(text, decimals(cell.key))
    }
  }

  /** Without decimals of its column, a number keeps its own, at most two. */
  function shown(text: string, decimalsSeen = Math.min(2, (text.split('.')[1] ?? '').length)): string {
    return text === '' ? '' : valueText(text, displayOf(dataKey, config, decimalsSeen), format, t)
  }
}

/** Numbers are aligned at their end. */
export const isNumberColumn = ({ cell }: AlarmColumn): boolean =>
  cell.kind === 'value' && cell.key.type !== 'ENTITY_FIELD'

export function AlarmCell({ row, column, parts }: { row: AlarmRow; column: AlarmColumn; parts: CellParts }) {
  const { alarm, value } = row
  const { cell } = column
  if (cell.kind === 'severity') return <SeverityChip severity={alarm.severity} />
  if (cell.kind === 'status') return <AlarmState status={alarm.status} />
  const text = cellText(row, column, parts)
  const isNumber = cell.kind === 'value' && parseValue(value(cell.key)?.value ?? '').kind === 'number'
  return isNumber ? <LiveCell text={text} /> : text
}
