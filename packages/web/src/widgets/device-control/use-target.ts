/** Device that a control widget calls: the first one of its alias, with its activity and a live value. */

import type { Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { aliasQuery } from '@sonde/model/dashboards/entity-aliases'
import type { EntityKey, TsValue } from '@sonde/model/entity-query/entity-query'
import {
  type EntityInfo,
  type RowsQuery,
  useEntityRows,
  useSource,
  type WidgetProps,
} from '../../dashboards/widget-api.ts'

export interface TargetDevice {
  readonly info: EntityInfo
  /** The device sent nothing for as long as its inactivity timeout. */
  readonly isOffline: boolean
  /** Latest value of the wanted key. */
  readonly value: TsValue | undefined
}

export type Target =
  | { readonly kind: 'pending' }
  /** The widget has no alias. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unresolved'; readonly aliasName: string }
  | { readonly kind: 'notDevice'; readonly name: string }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly device: TargetDevice }

const active: EntityKey = { type: 'SERVER_ATTRIBUTE', key: 'active' }

/** `valueKey`: also subscribes to this value of the device. */
export function useTarget(
  { widget, isSeen }: Pick<WidgetProps, 'widget' | 'isSeen'>,
  valueKey: EntityKey | null,
): Target {
  const [aliasId] = widget.config.targetAliasIds
  const source = useSource(aliasId === undefined ? null : datasourceOf(aliasId))
  const query: RowsQuery | null =
    source.kind === 'resolved'
      ? {
          filter: source.filter,
          keyFilters: [],
          keys: valueKey ? [active, valueKey] : [active],
          pageLink: aliasQuery(source.filter).pageLink,
        }
      : null
  const { state, retry } = useEntityRows(query, isSeen)
  if (aliasId === undefined) return { kind: 'missing' }
  if (source.kind === 'failed') return { kind: 'failed', error: source.error, retry }
  if (source.kind !== 'resolved') return source
  if (state.kind === 'failed') return { ...state, retry }
  if (state.kind === 'loading') return { kind: 'pending' }
  const [row] = state.rows
  if (!row) return state.isRefreshing ? { kind: 'pending' } : { kind: 'unresolved', aliasName: '' }
  if (row.entity.id.entityType !== 'DEVICE') return { kind: 'notDevice', name: row.entity.name }
  return {
    kind: 'ready',
    device: {
      info: row.entity,
      isOffline: row.value(active)?.value === 'false',
      value: valueKey ? row.value(valueKey) : undefined,
    },
  }
}

const datasourceOf = (entityAliasId: string): Datasource => ({
  type: 'entity',
  name: null,
  entityAliasId,
  filterId: null,
  entityType: null,
  entityId: null,
  dataKeys: [],
})
