/** Appends charts to the first state of a stored dashboard and removes them again. All other JSON stays unchanged. */

import type { EntityId } from '../ids.ts'
import type { TimeWindow } from '../time-windows/time-window.ts'
import { equalAliasId, newAlias, singleEntityFilter } from './added-alias.ts'
import type { JsonObject } from './dashboard-configuration.ts'
import { editorPalette } from './editor-palette.ts'
import { isJsonObject, listOf, numberOf, objectOf } from './json-parts.ts'

export interface AppendedSeries {
  readonly entity: EntityId
  readonly entityName: string
  readonly key: string
  /** Settings of the data key of a time series chart. */
  readonly settings: JsonObject
}

export interface AppendedChart {
  readonly title: string
  /** Not empty. */
  readonly series: readonly AppendedSeries[]
  /** Time window of the widget: the chart shows the period that was visible when it was added. */
  readonly timewindow: TimeWindow
}

export interface Appended {
  readonly configuration: JsonObject
  /** Ids of the new widgets, in order. */
  readonly widgetIds: readonly string[]
  /** Ids of the aliases that were created. */
  readonly aliasIds: readonly string[]
}

/** Default size in grid cells. A grid has 24 columns unless its settings say otherwise. */
const size = { sizeX: 12, sizeY: 6 } as const
const columnsDefault = 24

/** `configuration`: as stored; null for a new dashboard. `newId`: returns a new UUID on each call. */
export function appendCharts(configuration: unknown, charts: readonly AppendedChart[], newId: () => string): Appended {
  const before = objectOf(configuration)
  const aliases: Record<string, unknown> = { ...objectOf(before.entityAliases) }
  const aliasIds: string[] = []

  function aliasOf({ entity, entityName }: AppendedSeries): string {
    const filter = singleEntityFilter(entity)
    const existing = equalAliasId(aliases, filter)
    if (existing !== undefined) return existing
    const id = newId()
    aliases[id] = newAlias(id, aliases, entityName, filter)
    aliasIds.push(id)
    return id
  }

  const root = rootState(before.states)
  const layout = objectOf(objectOf(objectOf(root?.state).layouts).main)
  const places: Record<string, unknown> = { ...objectOf(layout.widgets) }
  const columns = numberOf(objectOf(layout.gridSettings).columns) ?? columnsDefault
  const known = Array.isArray(before.widgets) ? listOf(before.widgets) : Object.values(objectOf(before.widgets))
  let row = Math.max(0, ...(root ? Object.values(places) : known).map(lastRow))
  const widgets = charts.map((chart) => {
    const place = { ...size, sizeX: Math.min(size.sizeX, columns), row, col: 0 }
    row += size.sizeY
    return widgetOf(newId(), chart, place, aliasOf)
  })
  for (const { id, sizeX, sizeY, row: at, col } of widgets) places[id] = { sizeX, sizeY, row: at, col }

  return {
    configuration: {
      ...before,
      entityAliases: aliases,
      widgets: Array.isArray(before.widgets)
        ? [...before.widgets, ...widgets]
        : { ...objectOf(before.widgets), ...Object.fromEntries(widgets.map((widget) => [widget.id, widget])) },
      // Without states, each widget stores its own position.
      ...(root && {
        states: {
          ...objectOf(before.states),
          [root.id]: {
            ...root.state,
            layouts: { ...objectOf(root.state.layouts), main: { ...layout, widgets: places } },
          },
        },
      }),
    },
    widgetIds: widgets.map(({ id }) => id),
    aliasIds,
  }
}

/** Removes the appended charts, and their aliases if no remaining widget or state uses them. */
export function removeCharts(
  configuration: unknown,
  { widgetIds, aliasIds }: Pick<Appended, 'widgetIds' | 'aliasIds'>,
): JsonObject {
  const before = objectOf(configuration)
  const gone = new Set(widgetIds)
  const widgets = Array.isArray(before.widgets)
    ? before.widgets.filter((widget) => !gone.has(String(objectOf(widget).id)))
    : without(objectOf(before.widgets), gone)
  const states = Object.fromEntries(
    Object.entries(objectOf(before.states)).map(([id, state]) => [id, withoutPlaces(state, gone)]),
  )
  const used = JSON.stringify([widgets, states])
  return {
    ...before,
    widgets,
    ...(isJsonObject(before.states) && { states }),
    entityAliases: without(
      objectOf(before.entityAliases),
      new Set(aliasIds.filter((id) => !used.includes(JSON.stringify(id)))),
    ),
  }
}

function withoutPlaces(state: unknown, gone: ReadonlySet<string>): unknown {
  if (!isJsonObject(state)) return state
  const layouts = Object.entries(objectOf(state.layouts)).map(([name, layout]) => [
    name,
    isJsonObject(layout) && isJsonObject(layout.widgets)
      ? { ...layout, widgets: without(layout.widgets, gone) }
      : layout,
  ])
  return { ...state, layouts: Object.fromEntries(layouts) }
}

const without = (json: JsonObject, gone: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([id]) => !gone.has(id)))

/** State that opens first; null if the dashboard has no states. */
function rootState(states: unknown): { readonly id: string; readonly state: JsonObject } | null {
  const all = Object.entries(objectOf(states)).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
  const [id, state] = all.find(([, one]) => one.root === true) ?? all[0] ?? []
  return id === undefined || state === undefined ? null : { id, state }
}

function lastRow(place: unknown): number {
  const { row, sizeY } = objectOf(place)
  return Math.ceil((numberOf(row) ?? 0) + (numberOf(sizeY) ?? size.sizeY))
}

interface Place {
  readonly sizeX: number
  readonly sizeY: number
  readonly row: number
  readonly col: number
}

function widgetOf(
  id: string,
  { title, series, timewindow }: AppendedChart,
  place: Place,
  aliasOf: (one: AppendedSeries) => string,
) {
  const byAlias = new Map<string, JsonObject[]>()
  const hasSeveral = new Set(series.map(({ entity }) => entity.id)).size > 1
  for (const [index, one] of series.entries()) {
    const aliasId = aliasOf(one)
    const dataKey = {
      name: one.key,
      type: 'timeseries',
      label: hasSeveral ? `\${entityName}, ${one.key}` : one.key,
      color: editorPalette[index % editorPalette.length],
      settings: one.settings,
    }
    byAlias.set(aliasId, [...(byAlias.get(aliasId) ?? []), dataKey])
  }
  return {
    id,
    isSystemType: true,
    bundleAlias: 'charts',
    typeAlias: 'basic_timeseries',
    type: 'timeseries',
    title,
    ...place,
    config: {
      title,
      showTitle: true,
      showLegend: true,
      datasources: [...byAlias].map(([entityAliasId, dataKeys]) => ({ type: 'entity', entityAliasId, dataKeys })),
      useDashboardTimewindow: false,
      displayTimewindow: true,
      timewindow,
      settings: {},
    },
  }
}
