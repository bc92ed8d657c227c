/** The entity that each widget's header and element actions are about: the one that the user selected in the widget. */

import type { ActionEntity } from '@sonde/model/dashboards/actions/action-target'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { OpenDashboard } from '../dashboard-context.tsx'
import type { EntityInfo } from '../widget-view.ts'

export interface ActiveEntities {
  /** The selected entity; null if none is selected. */
  get(widgetId: string): ActionEntity | null
  set(widgetId: string, entity: ActionEntity | null): void
  /** First entity of a widget that loads its entities itself, such as a table. */
  setFirst(widgetId: string, entity: ActionEntity | null): void
  /** The selected entity, else the first one of the widget's data, else that of its alias. */
  of(widget: DashboardWidget, open: OpenDashboard | null): ActionEntity | null
  subscribe(listener: () => void): () => void
}

export function createActiveEntities(): ActiveEntities {
  const selected = new Map<string, ActionEntity>()
  const first = new Map<string, ActionEntity>()
  const listeners = new Set<() => void>()

  function put(map: Map<string, ActionEntity>, widgetId: string, entity: ActionEntity | null) {
    if (entity) map.set(widgetId, entity)
    else map.delete(widgetId)
  }

  return {
    get: (widgetId) => selected.get(widgetId) ?? null,
    set(widgetId, entity) {
      put(selected, widgetId, entity)
      for (const listener of [...listeners]) listener()
    },
    setFirst: (widgetId, entity) => put(first, widgetId, entity),
    of(widget, open) {
      const known = selected.get(widget.id) ?? first.get(widget.id)
      if (known) return known
      const view = open?.data.view(widget.id)
      const shown = view?.entities[0] ?? view?.latest[0]?.entity ?? view?.series[0]?.entity ?? ofAlias(widget, open)
      return shown ? entityOf(shown) : null
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const entityOf = ({ id, name, label }: EntityInfo): ActionEntity => ({ id, name, label })

/** Entity of the widget's alarms or of the device that it controls. */
function ofAlias({ config }: DashboardWidget, open: OpenDashboard | null): EntityInfo | null {
  const aliasId = config.targetAliasIds[0] ?? config.alarmSource?.entityAliasId ?? config.datasources[0]?.entityAliasId
  const state = open && aliasId ? open.aliases.get(aliasId) : null
  return state?.kind === 'resolved' ? state.entity : null
}
