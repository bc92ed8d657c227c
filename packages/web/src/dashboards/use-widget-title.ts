/** Title of a widget: from its type's settings, with the names of its entity filled in, otherwise its own. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { hasVariables, labelOf } from '@sonde/model/dashboards/label-patterns'
import { useAlias, useDashboard } from './dashboard-context.tsx'
import type { WidgetType } from './widget-type.ts'

export function useWidgetTitle(widget: DashboardWidget, type: Pick<WidgetType, 'titleOf'> | null): string {
  const { aliases } = useDashboard()
  const { title, alarmSource, datasources } = widget.config
  const pattern = type?.titleOf?.(widget) ?? ''
  const source = alarmSource ?? datasources[0]
  const aliasId = hasVariables(pattern) ? (source?.entityAliasId ?? null) : null
  const alias = useAlias(aliasId)
  if (pattern === '') return title || widget.title
  const aliasName = aliasId === null ? '' : aliases.nameOf(aliasId)
  const entity = alias.kind === 'resolved' ? alias.entity : null
  // Several entities have no name in common but the alias's.
  const entityName = entity?.name ?? (aliasName || (source?.name ?? ''))
  return labelOf(pattern, {
    entityName,
    entityLabel: entity?.label ?? '',
    aliasName,
    dsName: source?.name ?? entityName,
  })
}
