/**
 * Normalizes a dashboard's configuration on load: missing parts get defaults, legacy forms are converted. Never throws;
 * invalid parts are left out.
 */

import { isUuid } from '../ids.ts'
import { normalizeTimeWindow } from '../time-windows/time-window.ts'
import type {
  DashboardConfiguration,
  DashboardFilter,
  DashboardLayout,
  DashboardSettings,
  DashboardState,
  DashboardWidget,
  EntityAlias,
  GridSettings,
  JsonObject,
  KeyFilterInfo,
  WidgetLayout,
} from './dashboard-configuration.ts'
import { flagOf, isJsonObject, listOf, numberOf, objectOf, textOf } from './json-parts.ts'
import { normalizeWidget, widgetLayoutOf } from './normalize-widget.ts'

export interface NormalizeDeps {
  /** Current time, for the time window's defaults. */
  readonly nowMs: number
  readonly datapointsMax?: number
  /** Creates ids for widgets and aliases without a valid one. */
  readonly newId: () => string
}

export function normalizeConfiguration(json: unknown, deps: NormalizeDeps): DashboardConfiguration {
  const configuration = objectOf(json)
  const { entityAliases, renamed } = aliasesOf(configuration, deps.newId)
  const widgets = widgetsOf(configuration.widgets, renamed, deps.newId)
  const { states, legacySettings } = statesOf(configuration, widgets)
  return {
    widgets,
    states,
    entityAliases,
    filters: filtersOf(configuration.filters),
    timewindow: normalizeTimeWindow(configuration.timewindow, deps.nowMs, deps.datapointsMax),
    settings: settingsOf({ ...legacySettings, ...objectOf(configuration.settings) }),
  }
}

function widgetsOf(json: unknown, aliasIds: ReadonlyMap<string, string>, newId: () => string) {
  const widgets: Record<string, DashboardWidget> = {}
  const entries: [string | null, unknown][] = Array.isArray(json)
    ? json.map((widget) => [textOf(objectOf(widget).id), widget])
    : Object.entries(objectOf(json))
  for (const [key, widget] of entries) {
    if (!isJsonObject(widget)) continue
    const id = key ?? newId()
    widgets[id] = normalizeWidget(id, widget, aliasIds)
  }
  return widgets
}

function statesOf(configuration: JsonObject, widgets: Readonly<Record<string, DashboardWidget>>) {
  const legacyGrid = isJsonObject(configuration.gridSettings) ? configuration.gridSettings : null
  const states: Record<string, DashboardState> = {}
  for (const [id, state] of Object.entries(objectOf(configuration.states))) {
    if (isJsonObject(state)) states[id] = stateOf(id, state)
  }
  if (Object.keys(states).length === 0) {
    const placed = Object.values(widgets).map((widget) => [widget.id, widgetLayoutOf(widget)] as const)
    states.default = {
      name: textOf(configuration.title) ?? 'default',
      root: true,
      layouts: { main: { widgets: Object.fromEntries(placed), gridSettings: gridSettingsOf(legacyGrid) } },
    }
  }
  const ids = Object.keys(states)
  const rootId = ids.find((id) => states[id]?.root) ?? ids[0]
  for (const id of ids) {
    const state = states[id]
    // Exactly one root: the first state that is marked as root, else the first state.
    if (state) states[id] = { ...state, root: id === rootId }
  }
  return { states, legacySettings: legacyGrid ? legacySettingsOf(legacyGrid) : {} }
}

function stateOf(id: string, json: JsonObject): DashboardState {
  const layouts = objectOf(json.layouts)
  return {
    name: textOf(json.name) ?? id,
    root: json.root === true,
    layouts: {
      main: layoutOf(layouts.main),
      ...(isJsonObject(layouts.right) && { right: layoutOf(layouts.right) }),
    },
  }
}

function layoutOf(json: unknown): DashboardLayout {
  const layout = objectOf(json)
  const widgets: Record<string, WidgetLayout> = {}
  for (const [id, place] of Object.entries(objectOf(layout.widgets))) {
    if (isJsonObject(place)) widgets[id] = placeOf(place)
  }
  return { widgets, gridSettings: gridSettingsOf(layout.gridSettings) }
}

const placeOf = (json: JsonObject): WidgetLayout => ({
  sizeX: numberOf(json.sizeX) ?? 8,
  sizeY: numberOf(json.sizeY) ?? 6,
  row: numberOf(json.row) ?? 0,
  col: numberOf(json.col) ?? 0,
  mobileOrder: numberOf(json.mobileOrder),
  mobileHeight: numberOf(json.mobileHeight),
  mobileHide: json.mobileHide === true,
})

/** Settings of a layout's grid, with defaults for missing and invalid ones. */
export function gridSettingsOf(json: unknown): GridSettings {
  const grid = objectOf(json)
  return {
    columns: Math.min(1000, Math.max(1, Math.round(numberOf(grid.columns) ?? 24))),
    margin: Math.min(50, Math.max(0, numberOf(grid.margin) ?? numberOf(listOf(grid.margins)[0]) ?? 10)),
    autoFillHeight: grid.autoFillHeight === true,
    backgroundColor: textOf(grid.backgroundColor) ?? defaultBackground,
    backgroundImageUrl: textOf(grid.backgroundImageUrl),
    backgroundSizeMode: textOf(grid.backgroundSizeMode) ?? '100%',
    mobileAutoFillHeight: grid.mobileAutoFillHeight === true,
    mobileRowHeight: Math.min(200, Math.max(5, numberOf(grid.mobileRowHeight) ?? 70)),
  }
}

/** Background of a layout without a configured one: drawn as the page's background in both color schemes. */
export const defaultBackground = '#eeeeee'

function legacySettingsOf(grid: JsonObject): JsonObject {
  const moved: Record<string, unknown> = {}
  for (const key of ['showTitle', 'titleColor', 'showDashboardTimewindow', 'showDashboardExport']) {
    if (grid[key] !== undefined) moved[key] = grid[key]
  }
  const entities = grid.showEntitiesSelect ?? grid.showDevicesSelect
  return entities === undefined ? moved : { ...moved, showEntitiesSelect: entities }
}

/** Settings of a dashboard, with defaults for missing and invalid ones. */
export const settingsOf = (json: JsonObject): DashboardSettings => ({
  stateControllerId: textOf(json.stateControllerId) ?? 'entity',
  showTitle: flagOf(json.showTitle, false),
  titleColor: textOf(json.titleColor),
  showDashboardLogo: flagOf(json.showDashboardLogo, false),
  dashboardLogoUrl: textOf(json.dashboardLogoUrl),
  hideToolbar: flagOf(json.hideToolbar, false),
  toolbarAlwaysOpen: flagOf(json.toolbarAlwaysOpen, true),
  showDashboardsSelect: flagOf(json.showDashboardsSelect, true),
  showEntitiesSelect: flagOf(json.showEntitiesSelect, true),
  showFilters: flagOf(json.showFilters, true),
  showDashboardTimewindow: flagOf(json.showDashboardTimewindow, true),
  showDashboardExport: flagOf(json.showDashboardExport, true),
  dashboardCss: textOf(json.dashboardCss) ?? '',
})

/** Aliases under valid ids, and a map of the ids that were replaced. */
function aliasesOf(configuration: JsonObject, newId: () => string) {
  const entityAliases: Record<string, EntityAlias> = {}
  const renamed = new Map<string, string>()
  const entries = [
    ...Object.entries(objectOf(configuration.deviceAliases)),
    ...Object.entries(objectOf(configuration.entityAliases)),
  ]
  for (const [key, json] of entries) {
    if (!isJsonObject(json)) continue
    const filter = filterOf(json)
    if (!filter) continue
    const id = isUuid(key) || key.length === 36 ? key : newId()
    if (id !== key) renamed.set(key, id)
    entityAliases[id] = { id, alias: textOf(json.alias) ?? '', filter }
  }
  return { entityAliases, renamed }
}

const singleTypes = ['singleEntity', 'stateEntity', 'apiUsageState']

/** Filter of an alias. Legacy forms contain a list of devices, or entities by type and name. */
export function filterOf(alias: JsonObject): EntityAlias['filter'] | null {
  const { filter } = alias
  if (isJsonObject(filter) && typeof filter.type === 'string') {
    const resolveMultiple = flagOf(filter.resolveMultiple, !singleTypes.includes(filter.type))
    return { ...filter, type: filter.type, resolveMultiple }
  }
  const entityType = textOf(alias.entityType) ?? 'DEVICE'
  if (typeof alias.deviceId === 'string') {
    return { type: 'entityList', resolveMultiple: false, entityType: 'DEVICE', entityList: [alias.deviceId] }
  }
  const legacy = objectOf(alias.entityFilter ?? alias.deviceFilter)
  const list = listOf(legacy.entityList ?? legacy.deviceList).filter((id) => typeof id === 'string')
  const name = textOf(legacy.entityNameFilter ?? legacy.deviceNameFilter)
  if (legacy.useFilter === true && name) {
    return { type: 'entityName', resolveMultiple: true, entityType, entityNameFilter: name }
  }
  if (list.length === 0) return null
  return { type: 'entityList', resolveMultiple: list.length > 1, entityType, entityList: list }
}

function filtersOf(json: unknown): Record<string, DashboardFilter> {
  const filters: Record<string, DashboardFilter> = {}
  for (const [id, filter] of Object.entries(objectOf(json))) {
    if (isJsonObject(filter)) filters[id] = dashboardFilterOf(id, filter)
  }
  return filters
}

/** Filter of a dashboard with defaults; keys without usable conditions are left out. */
export const dashboardFilterOf = (id: string, filter: JsonObject): DashboardFilter => ({
  id,
  filter: textOf(filter.filter) ?? '',
  editable: flagOf(filter.editable, true),
  keyFilters: listOf(filter.keyFilters).filter(isKeyFilterInfo),
})

const isKeyFilterInfo = (value: unknown): value is KeyFilterInfo =>
  isJsonObject(value) &&
  isJsonObject(value.key) &&
  Array.isArray(value.predicates) &&
  value.predicates.every((predicate) => isJsonObject(predicate) && isJsonObject(predicate.keyFilterPredicate))
