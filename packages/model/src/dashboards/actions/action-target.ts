/** Where an action leads: the next stack of states, or the address of another dashboard. */

import type { EntityId } from '../../ids.ts'
import { own } from '../../own.ts'
import type { DashboardConfiguration, JsonObject } from '../dashboard-configuration.ts'
import { encodeStates, openStates, rootStateId, type StateEntry } from '../dashboard-states.ts'
import { isJsonObject } from '../json-parts.ts'
import type { WidgetAction } from './widget-action.ts'

/** Entity that the user clicked. */
export interface ActionEntity {
  readonly id: EntityId
  readonly name: string
  readonly label: string
}

type EntityTarget = Pick<WidgetAction, 'setEntityId' | 'stateEntityParamName'>
type StateTarget = EntityTarget & Pick<WidgetAction, 'targetDashboardStateId'>

/** Parameters with the clicked entity, directly or under the name that the action gives. Never changes `params`. */
export function paramsWith(params: JsonObject, action: EntityTarget, entity: ActionEntity | null): JsonObject {
  const next: Record<string, unknown> = structuredClone(params)
  if (!action.setEntityId || !entity) return next
  const named = {
    entityId: entity.id,
    ...(entity.name !== '' && { entityName: entity.name }),
    ...(entity.label !== '' && { entityLabel: entity.label }),
  }
  const name = action.stateEntityParamName
  if (name === '') return { ...next, ...named }
  const before = own(next, name)
  const isNew = !isJsonObject(before)
  return {
    ...next,
    [name]: { ...(isNew ? {} : before), ...named },
    // The wire notes the name of the parameter when it's added.
    ...(isNew && { targetEntityParamName: name }),
  }
}

/** State that an action of the kind `openDashboardState` opens; null if the dashboard has no such state. */
export function targetEntry(
  configuration: DashboardConfiguration,
  params: JsonObject,
  action: StateTarget,
  entity: ActionEntity | null,
): StateEntry | null {
  const id = action.targetDashboardStateId || rootStateId(configuration)
  if (!own(configuration.states, id)) return null
  return { id, params: paramsWith(params, action, entity) }
}

/** Stack after opening a state: the entity controller pushes it, the default controller replaces the open state. */
export function openedStack(
  configuration: DashboardConfiguration,
  stack: readonly StateEntry[],
  entry: StateEntry,
): readonly StateEntry[] {
  return configuration.settings.stateControllerId === 'entity' ? [...stack, entry] : [entry]
}

/** Stack after `updateDashboardState`: replaces the open state. Null if the dashboard has no such state. */
export function updatedStack(
  configuration: DashboardConfiguration,
  stack: readonly StateEntry[],
  action: StateTarget,
  entity: ActionEntity | null,
): readonly StateEntry[] | null {
  const [open] = openStates(configuration, stack).slice(-1)
  const id = action.targetDashboardStateId || (open?.id ?? rootStateId(configuration))
  if (!own(configuration.states, id)) return null
  return [...stack.slice(0, -1), { id, params: paramsWith(open?.params ?? {}, action, entity) }]
}

/** Query parameters that stay when an action opens another dashboard: how the page is shown, and to whom. */
const keptParameters = ['publicId', 'embedded', 'hideToolbar']

export interface DashboardPlace {
  readonly isSinglePage: boolean
  /** Query parameters of the page. */
  readonly search: Readonly<Record<string, unknown>>
}

/** Address of the dashboard that an action opens; null if it names none. The state is encoded once. */
export function dashboardAddress(
  action: StateTarget & Pick<WidgetAction, 'targetDashboardId'>,
  entity: ActionEntity | null,
  { isSinglePage, search }: DashboardPlace,
): string | null {
  if (action.targetDashboardId === '') return null
  const params = paramsWith({}, action, entity)
  const id = action.targetDashboardStateId
  // Without a state, the dashboard opens its root.
  const state = encodeStates([id === '' ? { params } : { id, params }])
  const kept = keptParameters.flatMap((key) => {
    const value = own(search, key)
    return typeof value === 'string' && isSinglePage ? [`&${key}=${encodeURIComponent(value)}`] : []
  })
  const page = isSinglePage ? 'dashboard' : 'dashboards'
  return `/${page}/${encodeURIComponent(action.targetDashboardId)}?state=${state}${kept.join('')}`
}
