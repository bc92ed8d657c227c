/** Data requests for the latest values in the labels of a chart's keys. */

import { type DataRequest, plainKey } from '../../dashboards/widget-api.ts'
import type { LabelKey } from './chart-settings.ts'

/** One request for each of the chart's series requests. */
export function labelRequests(series: readonly DataRequest[], keys: readonly LabelKey[]): DataRequest[] {
  if (keys.length === 0) return []
  return series.map((request) => ({
    ...request,
    role: 'label',
    datasource: { ...request.datasource, dataKeys: keys.map(({ name, type }) => plainKey(name, type)) },
    mode: { kind: 'latest' },
    keyIndices: keys.map((_, index) => index),
  }))
}
