/** Reads columns, paging and sort order of an entities table from its settings. */

import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import { readEntitiesColumn, readEntitiesTable } from '@sonde/model/widgets/cards/entities-table'
import { entityKeyOf } from '../../../dashboards/widget-api.ts'
import { parseSortOrder, rowsMax, type TableSort } from '../../table-sort.ts'

export interface KeyColumn {
  readonly kind: 'key'
  readonly id: string
  readonly title: string
  readonly dataKey: DataKey
  readonly key: EntityKey
  /** Null if values are post-processed: the server can't sort by them. */
  readonly sortKey: EntityKey | null
}

export type TableColumn =
  | {
      readonly kind: 'name' | 'label' | 'type'
      readonly id: string
      readonly title: string | null
      readonly sortKey: EntityKey
    }
  | KeyColumn

export interface TableSettings {
  readonly columns: readonly TableColumn[]
  /** Values of the rows, also those of hidden columns: functions get them. */
  readonly keys: readonly KeyColumn[]
  readonly hasSearch: boolean
  readonly hasPages: boolean
  readonly pageSize: number
  readonly sort: TableSort | null
}

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })

export function tableSettings({ config }: DashboardWidget): TableSettings {
  const { values: settings } = readEntitiesTable(config.settings)
  const columns: TableColumn[] = []
  const keys: KeyColumn[] = []
  if (settings.displayEntityName) {
    columns.push({
      kind: 'name',
      id: 'entityName',
      title: settings.entityNameColumnTitle || null,
      sortKey: field('name'),
    })
  }
  if (settings.displayEntityLabel) {
    columns.push({
      kind: 'label',
      id: 'entityLabel',
      title: settings.entityLabelColumnTitle || null,
      sortKey: field('label'),
    })
  }
  if (settings.displayEntityType) {
    columns.push({ kind: 'type', id: 'entityType', title: null, sortKey: field('entityType') })
  }
  for (const dataKey of config.datasources[0]?.dataKeys ?? []) {
    const key = entityKeyOf(dataKey)
    if (!key) continue
    const sortKey = dataKey.usePostProcessing ? null : key
    const column: KeyColumn = { kind: 'key', id: dataKey.label, title: dataKey.label, dataKey, key, sortKey }
    keys.push(column)
    if (!isHidden(dataKey)) columns.push(column)
  }
  const hasPages = settings.displayPagination
  return {
    columns,
    keys,
    hasSearch: settings.enableSearch,
    hasPages,
    pageSize: hasPages ? settings.defaultPageSize : rowsMax,
    sort: sortOf(settings.defaultSortOrder, columns),
  }
}

const isHidden = ({ settings }: DataKey): boolean =>
  readEntitiesColumn(settings).values.defaultColumnVisibility === 'hidden'

/** The default sort order: a column's ID or a key's name. */
function sortOf(text: string, columns: readonly TableColumn[]): TableSort | null {
  const { name, direction } = parseSortOrder(text)
  const column = columns.find((one) => one.id === name || (one.kind === 'key' && one.dataKey.name === name))
  return column?.sortKey ? { columnId: column.id, direction } : null
}

const nameWidthPx = 120
const keyWidthPx = 88

/** Number of columns that fit, including the first; the values of the others are shown under the name. */
export function fittingColumns(columns: readonly TableColumn[], widthPx: number): number {
  if (columns.length === 0) return 0
  const room = Math.floor((widthPx - nameWidthPx) / keyWidthPx)
  return Math.max(1, Math.min(columns.length, 1 + Math.max(0, room)))
}
