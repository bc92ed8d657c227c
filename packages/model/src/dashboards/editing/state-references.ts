/** Where widgets name states of their dashboard: targets of their actions, and states shown inside of a widget. */

import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject, listOf, objectOf } from '../json-parts.ts'
import { changeAt, withMember } from './json-path.ts'

/** Whether the action opens a state of the dashboard that it is in. */
function isToState(action: unknown, dashboardId: string): action is JsonObject {
  if (!isJsonObject(action)) return false
  return action.type === 'openDashboard' ? action.targetDashboardId === dashboardId : true
}

/** The widget with another id for a state that it names; the same widget if it doesn't name the state. */
export function withStateId(widget: JsonObject, dashboardId: string, from: string, to: string): JsonObject {
  const acting = changeAt(widget, ['config', 'actions'], (sources) =>
    Object.entries(sources).reduce((all, [sourceId, actions]) => {
      if (!Array.isArray(actions) || !actions.some(leads)) return all
      const moved = actions.map((one: unknown) => (leads(one) ? { ...one, targetDashboardStateId: to } : one))
      return withMember(all, sourceId, moved)
    }, sources),
  )
  if (!showsState(acting, from)) return acting
  return changeAt(acting, ['config', 'settings'], (settings) => withMember(settings, 'stateId', to))

  function leads(action: unknown): action is JsonObject {
    return isToState(action, dashboardId) && action.targetDashboardStateId === from
  }
}

const showsState = ({ typeAlias, config }: JsonObject, stateId: string): boolean =>
  typeAlias === 'dashboard_state_widget' && objectOf(objectOf(config).settings).stateId === stateId

/** By state id: how many actions lead to the state and how many widgets show it inside of them. */
export function stateReferences(configuration: JsonObject, dashboardId: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (id: unknown) => {
    if (typeof id === 'string' && id !== '') counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  for (const widget of Object.values(objectOf(configuration.widgets))) {
    const { typeAlias, config } = objectOf(widget)
    const { actions, settings } = objectOf(config)
    for (const action of Object.values(objectOf(actions)).flatMap(listOf)) {
      if (isToState(action, dashboardId)) count(action.targetDashboardStateId)
    }
    if (typeAlias === 'dashboard_state_widget') count(objectOf(settings).stateId)
  }
  return counts
}
