/** Values of a widget as functions get them: one row per entity of a datasource, with values by their labels. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { functionValue, valueAt } from '@sonde/model/dashboards/series-column'
import type { WidgetView } from './widget-view.ts'

export type FormattedRow = Readonly<Record<string, unknown>>

export function formattedRows({ config }: DashboardWidget, { latest, series }: WidgetView): readonly FormattedRow[] {
  const rows = new Map<string, Record<string, unknown>>()
  const counts = new Map<number, number>()

  function rowOf({ entity, datasourceIndex }: (typeof latest)[number] | (typeof series)[number]) {
    const id = `${datasourceIndex} ${entity.id.id}`
    let row = rows.get(id)
    if (!row) {
      const dsIndex = counts.get(datasourceIndex) ?? 0
      counts.set(datasourceIndex, dsIndex + 1)
      const datasource = config.datasources[datasourceIndex]
      const { name: entityName, label: entityLabel } = entity
      const { id: entityId, entityType } = entity.id
      row = {
        entityName,
        entityLabel,
        entityId,
        entityType,
        deviceType: entity.profile ?? '',
        dsIndex,
        dsName: datasource?.name ?? entityName,
        $datasource: { entityName, entityLabel, entityId, entityType, type: datasource?.type ?? 'entity' },
      }
      rows.set(id, row)
    }
    return row
  }

  const labelOf = (one: (typeof latest)[number] | (typeof series)[number]) =>
    config.datasources[one.datasourceIndex]?.dataKeys[one.keyIndex]?.label
  for (const one of latest) {
    const label = labelOf(one)
    if (one.role !== 'main' || label === undefined) continue
    Object.assign(rowOf(one), { [label]: functionValue(one.text), [`${label}|ts`]: one.ts })
  }
  for (const one of series) {
    const label = labelOf(one)
    const last = one.column.ts.length - 1
    if (one.role !== 'main' || label === undefined || last < 0) continue
    Object.assign(rowOf(one), { [label]: valueAt(one.column, last), [`${label}|ts`]: one.column.ts[last] })
  }
  return [...rows.values()]
}
