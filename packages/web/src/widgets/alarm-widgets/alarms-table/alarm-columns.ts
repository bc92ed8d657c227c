/** Reads columns, paging and sort order of an alarms table from its settings. */

import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import { own } from '@sonde/model/own'
import { defaultAlarmKeys, readAlarmsColumn, readAlarmsTable } from '@sonde/model/widgets/alarm-widgets/alarms-table'
import { entityKeyOf } from '../../../dashboards/widget-api.ts'
import type { MessageKey } from '../../../locale/messages.ts'
import { parseSortOrder, rowsMax, type TableSort } from '../../table-sort.ts'

type TimeField = 'createdTime' | 'startTs' | 'endTs' | 'ackTs' | 'clearTs'

export type AlarmCell =
  | { readonly kind: 'time'; readonly field: TimeField }
  | { readonly kind: 'originator' | 'originatorType' | 'type' | 'severity' | 'status' }
  /** Any other part of the alarm, such as `details.temperature`. */
  | { readonly kind: 'path'; readonly path: readonly string[] }
  /** Latest value of the originator. */
  | { readonly kind: 'value'; readonly key: EntityKey }

export interface AlarmColumn {
  readonly id: string
  /** Label of the key; `word` if it's the key's name, which editors prefill. */
  readonly label: string
  readonly word: MessageKey | null
  readonly dataKey: DataKey
  readonly cell: AlarmCell
  /** Null: the server can't sort by it. */
  readonly sortKey: EntityKey | null
  /** CSS length; null: by content. */
  readonly width: string | null
  readonly isHidden: boolean
  /** Users can show and hide the column. */
  readonly isChoosable: boolean
  /** Columns with higher numbers leave narrow tables first. */
  readonly priority: number
  /** Estimated width in px, for what fits. */
  readonly roomPx: number
}

export interface AlarmTableSettings {
  readonly columns: readonly AlarmColumn[]
  readonly pageSize: number
  readonly sort: TableSort | null
}

interface AlarmField {
  readonly cell: AlarmCell
  readonly word: MessageKey
  /** Severity and status sort by rank, not as text. */
  readonly sort: string
  readonly priority: number
  readonly roomPx: number
}

const time = (field: TimeField, word: MessageKey, priority: number): AlarmField => ({
  cell: { kind: 'time', field },
  word,
  sort: field,
  priority,
  roomPx: 168,
})
const originator: AlarmField = {
  cell: { kind: 'originator' },
  word: 'alarms.originator',
  sort: 'originator',
  priority: 4,
  roomPx: 128,
}
const originatorType: AlarmField = {
  cell: { kind: 'originatorType' },
  word: 'alarms.originatorType',
  sort: 'originatorType',
  priority: 8,
  roomPx: 110,
}
const start = time('startTs', 'alarms.started', 6)
const end = time('endTs', 'alarms.lastUpdate', 7)
const acknowledged = time('ackTs', 'alarms.acknowledgedAt', 7)
const cleared = time('clearTs', 'alarms.clearedAt', 7)

const fields: Readonly<Record<string, AlarmField>> = {
  createdTime: time('createdTime', 'alarms.created', 3),
  startTime: start,
  startTs: start,
  endTime: end,
  endTs: end,
  ackTime: acknowledged,
  ackTs: acknowledged,
  clearTime: cleared,
  clearTs: cleared,
  originator,
  originatorName: originator,
  originatorType,
  'originator.entityType': originatorType,
  type: { cell: { kind: 'type' }, word: 'alarms.type', sort: 'type', priority: 1, roomPx: 140 },
  severity: { cell: { kind: 'severity' }, word: 'alarms.severity', sort: 'severityRank', priority: 2, roomPx: 130 },
  status: { cell: { kind: 'status' }, word: 'alarms.status', sort: 'statusRank', priority: 5, roomPx: 210 },
}

const valueRoomPx = 100

const lengths = /^\d+(\.\d+)?(px|%|em|rem|vw)$/

/** Width from `120px` or `20%`; null for none, for `0px` and for everything else. */
function widthOf(text: string): string | null {
  const width = text.trim()
  return lengths.test(width) && Number.parseFloat(width) > 0 ? width : null
}

export function alarmColumns({ config }: DashboardWidget): readonly AlarmColumn[] {
  const keys = config.alarmSource?.dataKeys ?? []
  return (keys.length > 0 ? keys : defaultKeys()).map((dataKey, index): AlarmColumn => {
    const { values: settings } = readAlarmsColumn(dataKey.settings)
    const width = widthOf(settings.columnWidth)
    const base = {
      id: `${index} ${dataKey.type} ${dataKey.name}`,
      label: dataKey.label,
      dataKey,
      width,
      isHidden: settings.defaultColumnVisibility === 'hidden',
      isChoosable: settings.columnSelectionToDisplay === 'enabled',
    }
    const roomPx = (usual: number) => (width?.endsWith('px') ? Number.parseFloat(width) : usual)
    const key = entityKeyOf(dataKey)
    if (key) {
      const sortKey = dataKey.usePostProcessing ? null : key
      return { ...base, word: null, cell: { kind: 'value', key }, sortKey, priority: 6, roomPx: roomPx(valueRoomPx) }
    }
    const field = own(fields, dataKey.name)
    if (!field) {
      const cell: AlarmCell = { kind: 'path', path: dataKey.name.split('.') }
      return { ...base, word: null, cell, sortKey: null, priority: 6, roomPx: roomPx(valueRoomPx) }
    }
    return {
      ...base,
      word: dataKey.label === dataKey.name ? field.word : null,
      cell: field.cell,
      sortKey: { type: 'ALARM_FIELD', key: field.sort },
      priority: field.priority,
      roomPx: roomPx(field.roomPx),
    }
  })
}

const defaultKeys = (): readonly DataKey[] =>
  normalizeWidget('', { config: { alarmSource: { dataKeys: defaultAlarmKeys } } }, new Map()).config.alarmSource
    ?.dataKeys ?? []

export function alarmTableSettings(widget: DashboardWidget): AlarmTableSettings {
  const { values } = readAlarmsTable(widget.config.settings)
  const columns = alarmColumns(widget)
  const { name, direction } = parseSortOrder(values.defaultSortOrder)
  const sorted = columns.find(({ label, dataKey }) => label === name || dataKey.name === name)
  return {
    columns,
    pageSize: values.displayPagination ? values.defaultPageSize : rowsMax,
    sort: sorted?.sortKey ? { columnId: sorted.id, direction } : null,
  }
}

/** Alarm fields of the columns, in which the server searches. */
export const searchedFields = (columns: readonly AlarmColumn[]): readonly string[] => [
  ...new Set(
    columns.flatMap(({ cell, dataKey }) => {
      if (cell.kind === 'value') return []
      if (cell.kind === 'path') return cell.path[0] === 'details' ? ['details'] : []
      return cell.kind === 'time' ? [cell.field] : [dataKey.name.startsWith('originator') ? cell.kind : dataKey.name]
    }),
  ),
]

/** Values that the columns show. */
export const valueKeys = (columns: readonly AlarmColumn[]): readonly EntityKey[] =>
  columns.flatMap(({ cell }) => (cell.kind === 'value' ? [cell.key] : []))

/** Part of an alarm as text; empty if there is none. */
export function partOf(alarm: AlarmInfo, path: readonly string[]): string {
  let part: unknown = alarm
  for (const name of path) {
    if (typeof part !== 'object' || part === null) return ''
    part = own(part as Readonly<Record<string, unknown>>, name)
  }
  if (part === undefined || part === null) return ''
  return typeof part === 'object' ? JSON.stringify(part) : String(part)
}

/** Columns that fit beside the first one, by priority and in their order; the others are shown under the first. */
export function fittingColumns(columns: readonly AlarmColumn[], roomPx: number): ReadonlySet<AlarmColumn> {
  const [first, ...rest] = columns
  const fitting = new Set(first ? [first] : [])
  let leftPx = roomPx - (first?.roomPx ?? 0)
  for (const column of [...rest].sort((a, b) => a.priority - b.priority)) {
    if (column.roomPx > leftPx) break
    leftPx -= column.roomPx
    fitting.add(column)
  }
  return fitting
}
