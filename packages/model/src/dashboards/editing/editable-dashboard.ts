/**
 * A dashboard as the editor changes it: JSON of the API, without defaults filled in, so that saving changes nothing but
 * what the user edited. Legacy forms that commands couldn't edit are converted first.
 */

import { isUuid } from '../../ids.ts'
import type { Dashboard } from '../dashboard.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject, listOf, objectOf, textOf } from '../json-parts.ts'
import { filterOf } from '../normalize-dashboard.ts'

export interface EditableDashboard extends Omit<Dashboard, 'configuration'> {
  readonly configuration: JsonObject
}

/**
 * Converts to the form that commands expect: widgets and states by id, one root state, aliases under UUIDs. The
 * configuration is the same object if it has that form. `newId`: returns a new UUID on each call.
 */
export function editableDashboard(dashboard: Dashboard, newId: () => string): EditableDashboard {
  const before = objectOf(dashboard.configuration)
  const aliased = withAliases(before, newId)
  const listed = withWidgets(aliased, newId)
  return { ...dashboard, configuration: withStates(listed, dashboard.title) }
}

function withWidgets(configuration: JsonObject, newId: () => string): JsonObject {
  const { widgets } = configuration
  if (isJsonObject(widgets)) return configuration
  const entries = listOf(widgets)
    .filter(isJsonObject)
    .map((widget) => {
      const id = textOf(widget.id) ?? newId()
      return [id, { ...widget, id }]
    })
  return { ...configuration, widgets: Object.fromEntries(entries) }
}

function withStates(configuration: JsonObject, title: string): JsonObject {
  const states = Object.entries(objectOf(configuration.states)).filter(([, state]) => isJsonObject(state))
  if (states.length > 0) {
    const roots = states.filter(([, state]) => objectOf(state).root === true)
    if (roots.length === 1) return configuration
    const rootId = (roots[0] ?? states[0])?.[0]
    const marked = states.map(([id, state]) => [id, { ...objectOf(state), root: id === rootId }])
    return { ...configuration, states: Object.fromEntries(marked) }
  }
  const placed = Object.entries(objectOf(configuration.widgets)).map(([id, widget]) => {
    const { sizeX, sizeY, row, col, config } = objectOf(widget)
    const { mobileOrder, mobileHeight } = objectOf(config)
    const place = { sizeX, sizeY, row, col, mobileOrder, mobileHeight }
    return [id, Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined && value !== null))]
  })
  const { gridSettings, ...rest } = configuration
  const main = { widgets: Object.fromEntries(placed), gridSettings: objectOf(gridSettings) }
  const name = textOf(configuration.title) ?? title
  return {
    ...rest,
    states: { default: { name, root: true, layouts: { main } } },
    settings: { ...shownBefore(objectOf(gridSettings)), ...objectOf(configuration.settings) },
  }
}

/** Settings that older dashboards have among those of the grid. */
function shownBefore(grid: JsonObject): JsonObject {
  const names = ['showTitle', 'titleColor', 'showDashboardTimewindow', 'showDashboardExport', 'showEntitiesSelect']
  const moved = names.flatMap((name) => (grid[name] === undefined ? [] : [[name, grid[name]]]))
  const entities = grid.showEntitiesSelect ?? grid.showDevicesSelect
  return { ...Object.fromEntries(moved), ...(entities !== undefined && { showEntitiesSelect: entities }) }
}

function withAliases(configuration: JsonObject, newId: () => string): JsonObject {
  const { deviceAliases, ...rest } = configuration
  const all = { ...objectOf(deviceAliases), ...objectOf(configuration.entityAliases) }
  const renamed = new Map(
    Object.keys(all)
      .filter((id) => !isUuid(id) && id.length !== 36)
      .map((id) => [id, newId()]),
  )
  if (renamed.size === 0 && deviceAliases === undefined) return configuration
  const entityAliases = Object.entries(all).flatMap(([key, alias]) => {
    const filter = isJsonObject(alias) ? filterOf(alias) : null
    const id = renamed.get(key) ?? key
    return filter ? [[id, { id, alias: textOf(objectOf(alias).alias) ?? '', filter }]] : []
  })
  return {
    ...rest,
    widgets: withReferences(rest.widgets, renamed),
    entityAliases: Object.fromEntries(entityAliases),
  }
}

const references = new Set(['entityAliasId', 'deviceAliasId', 'targetDeviceAliasIds'])

function withReferences(json: unknown, renamed: ReadonlyMap<string, string>, isReference = false): unknown {
  if (typeof json === 'string') return isReference ? (renamed.get(json) ?? json) : json
  if (Array.isArray(json)) return json.map((one) => withReferences(one, renamed, isReference))
  if (!isJsonObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, withReferences(value, renamed, references.has(name))]),
  )
}
