/** Content of a cell of an alarms table. Cells without a value are blank. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { functionValue, parseValue } from '@sonde/model/dashboards/series-column'
import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import { AlarmState } from '../../../alarms/alarm-state.tsx'
import { originatorNameOf } from '../../../alarms/originator-name.ts'
import { SeverityChip } from '../../../alarms/severity.tsx'
import { type AlarmRow, displayOf, valueText } from '../../../dashboards/widget-api.ts'
import type { Translate } from '../../../locale/texts.ts'
import type { Format } from '../../../ui/format/format.ts'
import { FunctionContent, isMarkup } from '../../function-cell.tsx'
import { LiveCell } from '../../live-cell.tsx'
import type { FunctionCell, FunctionRow, TableFunctions } from '../../table-functions.ts'
import { type AlarmColumn, partOf } from './alarm-columns.ts'

export interface CellParts {
  readonly t: Translate
  readonly format: Format
  readonly config: DashboardWidget['config']
  readonly decimals: (key: EntityKey) => number
  readonly functions: TableFunctions
}

function plainText(row: AlarmRow, column: AlarmColumn, parts: CellParts): string {
  const { alarm } = row
  const { cell, dataKey } = column
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
      const text = processedText(row, column, parts)
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

/** Text of the value of an entity after post-processing. */
function processedText({ alarm, value }: AlarmRow, { cell, dataKey }: AlarmColumn, { functions }: CellParts): string {
  const found = cell.kind === 'value' ? value(cell.key) : undefined
  return found ? functions.processed(dataKey, alarm.id.id, found) : ''
}

/** A part of the alarm, or a value of its entity, as functions get it; null if there is none. */
function functionPart(row: AlarmRow, column: AlarmColumn, parts: CellParts): unknown {
  const { alarm } = row
  const { cell } = column
  switch (cell.kind) {
    case 'time':
      return alarm[cell.field]
    case 'originator':
      return originatorNameOf(alarm)
    case 'originatorType':
      return alarm.originator.entityType
    case 'type':
    case 'severity':
    case 'status':
      return alarm[cell.kind]
    case 'path':
      return functionValue(partOf(alarm, cell.path))
    case 'value':
      return functionValue(processedText(row, column, parts))
  }
}

/** What functions get as `alarm`: the alarm, and the values of the columns by their labels. */
export const alarmData = (
  row: AlarmRow,
  columns: readonly AlarmColumn[],
  parts: CellParts,
): Readonly<Record<string, unknown>> => {
  const { latest: _, ...alarm } = row.alarm
  const values = columns.filter(({ cell }) => cell.kind === 'value')
  return {
    ...Object.fromEntries(values.map((column) => [column.dataKey.label, functionPart(row, column, parts)])),
    ...alarm,
  }
}

/** Style and content by functions of the column; null: it has none. */
export const functionCell = (
  row: AlarmRow,
  column: AlarmColumn,
  parts: CellParts,
  data: FunctionRow | null,
): FunctionCell | null =>
  data && parts.functions.ofCell(column.dataKey)
    ? parts.functions.cell(column.dataKey, functionPart(row, column, parts), data)
    : null

/** Text of a cell, for lines that several cells share. */
export function cellText(row: AlarmRow, column: AlarmColumn, parts: CellParts, data: FunctionRow | null): string {
  const content = functionCell(row, column, parts, data)?.content ?? null
  return content === null || isMarkup(content) ? plainText(row, column, parts) : content
}

interface AlarmCellProps {
  readonly row: AlarmRow
  readonly column: AlarmColumn
  readonly parts: CellParts
  readonly data: FunctionRow | null
}

export const AlarmCell = ({ row, column, parts, data }: AlarmCellProps) => (
  <FunctionContent content={functionCell(row, column, parts, data)?.content ?? null}>
    <PlainCell row={row} column={column} parts={parts} />
  </FunctionContent>
)

function PlainCell({ row, column, parts }: Omit<AlarmCellProps, 'data'>) {
  const { alarm } = row
  const { cell } = column
  if (cell.kind === 'severity') return <SeverityChip severity={alarm.severity} />
  if (cell.kind === 'status') return <AlarmState status={alarm.status} />
  const text = plainText(row, column, parts)
  const isNumber = cell.kind === 'value' && parseValue(processedText(row, column, parts)).kind === 'number'
  return isNumber ? <LiveCell text={text} /> : text
}
