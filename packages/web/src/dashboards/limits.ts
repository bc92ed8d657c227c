/**
 * Limits of charts and gauges: a number from the settings or the live value of an entity's attribute. Settings refer to
 * the alias by name, not by ID.
 */

import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import type { DataRequest } from './data-request.ts'

export interface LimitSource {
  readonly aliasName: string
  readonly attribute: string
}
export type Limit = number | LimitSource

/** Current values of a widget's attribute limits by `limitKey`; limits without a numeric value are absent. */
export type LiveLimits = ReadonlyMap<string, number>

export const limitKey = ({ aliasName, attribute }: LimitSource): string => JSON.stringify([aliasName, attribute])

/** Builds a limit from its settings; null when incomplete. */
export function limitOf(
  source: 'predefinedValue' | 'entityAttribute',
  value: number | null,
  aliasName: string,
  attribute: string,
): Limit | null {
  if (source === 'predefinedValue') return value
  return aliasName && attribute ? { aliasName, attribute } : null
}

export const limitNumber = (limit: Limit | null, live: LiveLimits): number | null =>
  limit === null ? null : typeof limit === 'number' ? limit : (live.get(limitKey(limit)) ?? null)

/** Data requests for attribute limits, one per alias. */
export function limitRequests(widget: Pick<DashboardWidget, 'id'>, limits: readonly (Limit | null)[]): DataRequest[] {
  const byAlias = new Map<string, Set<string>>()
  for (const limit of limits) {
    if (limit === null || typeof limit === 'number') continue
    const attributes = byAlias.get(limit.aliasName) ?? new Set()
    byAlias.set(limit.aliasName, attributes.add(limit.attribute))
  }
  return [...byAlias].map(([aliasName, attributes]) => {
    const dataKeys = [...attributes].map((name) => plainKey(name, 'attribute'))
    return {
      widgetId: widget.id,
      role: 'limit',
      datasourceIndex: -1,
      datasource: {
        type: 'entity',
        name: aliasName,
        entityAliasId: null,
        filterId: null,
        entityType: null,
        entityId: null,
        dataKeys,
      },
      aliasName,
      mode: { kind: 'latest' },
      keyIndices: dataKeys.map((_, index) => index),
      isSingle: true,
    }
  })
}

/** A key that only a widget's settings name. */
export const plainKey = (name: string, type: 'attribute' | 'timeseries'): DataKey => ({
  name,
  type,
  label: name,
  color: null,
  units: null,
  decimals: null,
  funcBody: null,
  usePostProcessing: false,
  postFuncBody: null,
  settings: {},
})
