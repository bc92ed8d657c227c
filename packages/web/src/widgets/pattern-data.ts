/** Data of widgets whose text has placeholders: the values of their keys, and the names of their entities. */

import type { DashboardWidget, DataKey, Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { labelOf } from '@sonde/model/dashboards/label-patterns'
import type { PatternData } from '@sonde/model/dashboards/text-patterns'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { type DataRequest, type LatestView, usualRequests, type WidgetProps } from '../dashboards/widget-api.ts'

type WidgetView = WidgetProps['view']

const fieldKey = (name: string): DataKey => ({
  name,
  type: 'entityField',
  label: name,
  color: null,
  units: null,
  decimals: null,
  funcBody: null,
  usePostProcessing: false,
  postFuncBody: null,
  settings: {},
})

/** Requested in addition: widgets without keys also show names. */
const nameKey = fieldKey('name')
const descriptionKey = fieldKey('additionalInfo')

/** Requests the widget's keys and, from each datasource, the names of its entities. */
export function patternRequests(
  widget: DashboardWidget,
  window: TimeWindow,
  pattern: string,
  isSingle: boolean,
): DataRequest[] {
  const added = pattern.includes('entityDescription') ? [nameKey, descriptionKey] : [nameKey]
  const datasources = widget.config.datasources.map(
    (datasource): Datasource =>
      datasource.type === 'entity' ? { ...datasource, dataKeys: [...datasource.dataKeys, ...added] } : datasource,
  )
  return usualRequests({ ...widget, config: { ...widget.config, datasources } }, window, isSingle)
}

/** Values of the widget's own keys, in the order of its datasources, their entities and keys. */
export function ownValues({ config }: DashboardWidget, { latest, entities }: WidgetView): LatestView[] {
  const position = new Map(entities.map(({ id }, index) => [id.id, index]))
  const entityOf = ({ entity }: LatestView) => position.get(entity.id.id) ?? 0
  return latest
    .filter(({ datasourceIndex, keyIndex }) => keyIndex < (config.datasources[datasourceIndex]?.dataKeys.length ?? 0))
    .sort((a, b) => a.datasourceIndex - b.datasourceIndex || entityOf(a) - entityOf(b) || a.keyIndex - b.keyIndex)
}

/** `aliasName`: name of an alias by its ID. The names are those of the first entity. */
export function patternData(
  widget: DashboardWidget,
  view: WidgetView,
  aliasName: (aliasId: string) => string,
): PatternData {
  const { datasources } = widget.config
  const namesOf = ({ entity, datasourceIndex }: Pick<LatestView, 'entity' | 'datasourceIndex'>) => {
    const datasource = datasources[datasourceIndex]
    return {
      entityName: entity.name,
      entityLabel: entity.label,
      entityDescription: descriptionOf(entity.id.id, view),
      aliasName: datasource?.entityAliasId ? aliasName(datasource.entityAliasId) : '',
      dsName: datasource?.name ?? entity.name,
    }
  }
  const first = view.latest.find(({ dataKey }) => dataKey.type !== 'count')
  return {
    names: first ? namesOf(first) : { entityName: '', entityLabel: '', aliasName: '', dsName: '' },
    values: ownValues(widget, view).map((value) => {
      // The label as it was configured: a description of the key may have given it another one.
      const label = datasources[value.datasourceIndex]?.dataKeys[value.keyIndex]?.label ?? value.label
      return { label: labelOf(label, namesOf(value)), text: value.text }
    }),
  }
}

function descriptionOf(entityId: string, { latest }: WidgetView): string {
  const info = latest.find(
    ({ entity, dataKey }) =>
      entity.id.id === entityId && dataKey.type === 'entityField' && dataKey.name === descriptionKey.name,
  )
  if (!info?.text) return ''
  try {
    const parsed: unknown = JSON.parse(info.text)
    const isObject = typeof parsed === 'object' && parsed !== null && 'description' in parsed
    return isObject && typeof parsed.description === 'string' ? parsed.description : ''
  } catch {
    return ''
  }
}
