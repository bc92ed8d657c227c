/**
 * Widgets outside of their dashboard: in the clipboard and in files, as ThingsBoard writes them. An item holds the
 * aliases and filters of its widget; where it is pasted, equal ones are reused and others are added.
 */

import { own } from '../../own.ts'
import { isSameJson } from '../../same-json.ts'
import { equalAliasId, newAlias } from '../added-alias.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject, listOf, numberOf, objectOf, textOf } from '../json-parts.ts'
import { filterOf } from '../normalize-dashboard.ts'
import { unused } from '../unused-name.ts'
import { type Cells, findRoom } from './cells.ts'
import {
  type Command,
  type CommandKind,
  cellsOf,
  columnsDefault,
  columnsOf,
  inConfiguration,
  type LayoutPlace,
  labelOfWidgets,
  layoutPath,
  placed,
  widgetNameOf,
} from './commands.ts'
import type { EditableDashboard } from './editable-dashboard.ts'
import { partAt, withMember } from './json-path.ts'

type Indexed = Readonly<Record<string, JsonObject>>

/** JSON of the clipboard and of widget files. */
export interface WidgetItem {
  readonly widget: JsonObject
  readonly aliasesInfo: {
    /** By index in `datasources`. */
    readonly datasourceAliases: Indexed
    /** By index in `targetDeviceAliasIds`. */
    readonly targetDeviceAliases: Indexed
    /** Extension of Sonde: alias of `alarmSource`. */
    readonly alarmSourceAlias?: JsonObject
  }
  readonly filtersInfo: {
    readonly datasourceFilters: Indexed
    /** Extension of Sonde: filter of `alarmSource`. */
    readonly alarmSourceFilter?: JsonObject
  }
  readonly originalSize: { readonly sizeX: number; readonly sizeY: number }
  /** Columns of all layouts of the state that the widget comes from. */
  readonly originalColumns: number
  /** Extension of Sonde: position relative to the first of several widgets. */
  readonly offset?: { readonly row: number; readonly col: number }
  /** Extension of Sonde: more widgets that were copied together; other products paste the first one. */
  readonly others?: readonly WidgetItem[]
}

/** JSON of the clipboard for widgets that another state or layout of the same dashboard shows too. */
export interface WidgetReference {
  readonly dashboardId: string
  readonly sourceState: string
  readonly sourceLayout: string
  readonly widgetId: string
  readonly originalSize: { readonly sizeX: number; readonly sizeY: number }
  readonly originalColumns: number
  readonly offset?: { readonly row: number; readonly col: number }
  readonly others?: readonly WidgetReference[]
}

/** Where the upper left corner of what is pasted lies; null: where there is room. */
export type PasteCell = Pick<Cells, 'row' | 'col'> | null

/** Number of layouts of a state; each has its share of the columns. */
const layoutCount = ({ configuration }: EditableDashboard, { stateId }: LayoutPlace): number =>
  Math.max(1, Object.keys(partAt(configuration, ['states', stateId, 'layouts'])).length)

const wholeColumns = (dashboard: EditableDashboard, place: LayoutPlace): number =>
  columnsOf(dashboard, place) * layoutCount(dashboard, place)

/** Items of widgets of a layout as one: the first, with the others in it. null: there are none. */
export function widgetItemOf(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  ids: readonly string[],
): WidgetItem | null {
  return together(ids.flatMap((id) => oneItem(dashboard, place, id) ?? []))
}

function oneItem(dashboard: EditableDashboard, place: LayoutPlace, id: string): (WidgetItem & Cells) | null {
  const widget = own(objectOf(dashboard.configuration.widgets), id)
  const cells = cellsOf(dashboard, place).get(id)
  if (!isJsonObject(widget) || !cells) return null
  const config = objectOf(widget.config)
  const { entityAliases, filters } = dashboard.configuration
  const alias = (aliasId: unknown) => infoOf(entityAliases, aliasId, ['alias', 'filter'])
  const filter = (filterId: unknown) => infoOf(filters, filterId, ['filter', 'keyFilters', 'editable'])
  const source = objectOf(config.alarmSource)
  const sourceAlias = alias(source.entityAliasId)
  const sourceFilter = filter(source.filterId)
  const datasources = listOf(config.datasources).map(objectOf)
  return {
    widget,
    aliasesInfo: {
      datasourceAliases: indexed(datasources.map(({ entityAliasId }) => alias(entityAliasId))),
      targetDeviceAliases: indexed(listOf(config.targetDeviceAliasIds).map(alias)),
      ...(sourceAlias && { alarmSourceAlias: sourceAlias }),
    },
    filtersInfo: {
      datasourceFilters: indexed(datasources.map(({ filterId }) => filter(filterId))),
      ...(sourceFilter && { alarmSourceFilter: sourceFilter }),
    },
    originalSize: { sizeX: cells.sizeX, sizeY: cells.sizeY },
    originalColumns: wholeColumns(dashboard, place),
    ...cells,
  }
}

/** The named members of an alias or a filter; undefined if it doesn't exist. */
function infoOf(all: unknown, id: unknown, names: readonly string[]): JsonObject | undefined {
  const part = typeof id === 'string' ? own(objectOf(all), id) : undefined
  if (!isJsonObject(part)) return undefined
  return Object.fromEntries(names.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])))
}

const indexed = (infos: readonly (JsonObject | undefined)[]): Indexed =>
  Object.fromEntries(infos.flatMap((info, index) => (info ? [[String(index), info]] : [])))

/** References to widgets of a layout as one. null: there are none. */
export function widgetReferenceOf(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  ids: readonly string[],
): WidgetReference | null {
  const cells = cellsOf(dashboard, place)
  return together(
    ids.flatMap((widgetId) => {
      const one = cells.get(widgetId)
      return one
        ? {
            dashboardId: dashboard.id.id,
            sourceState: place.stateId,
            sourceLayout: place.layoutId,
            widgetId,
            originalSize: { sizeX: one.sizeX, sizeY: one.sizeY },
            originalColumns: wholeColumns(dashboard, place),
            ...one,
          }
        : []
    }),
  )
}

/** The first with the others in it, each with its offset from the upper left corner of all. */
function together<T extends object>(
  all: readonly (T & Cells)[],
): (T & { others?: readonly T[]; offset?: { row: number; col: number } }) | null {
  const top = Math.min(...all.map(({ row }) => row))
  const left = Math.min(...all.map(({ col }) => col))
  const [first, ...others] = all.map(({ row, col, sizeX: _x, sizeY: _y, ...rest }) =>
    all.length > 1 ? { ...rest, offset: { row: row - top, col: col - left } } : rest,
  ) as unknown as readonly (T & { offset?: { row: number; col: number } })[]
  if (!first) return null
  return others.length > 0 ? { ...first, others } : first
}

/** The item with those that were copied together with it. */
const allOf = <T extends { readonly others?: readonly T[] }>(first: T): readonly T[] => [first, ...(first.others ?? [])]

/** Number of widgets in an item. */
export const itemCount = (item: WidgetItem): number => allOf(item).length

/** Reads the content of the clipboard or of a file; null if it is no widget. */
export function readWidgetItem(json: unknown): WidgetItem | null {
  const { widget, aliasesInfo, filtersInfo, originalSize, originalColumns, offset, others } = objectOf(json)
  if (!isJsonObject(widget) || !isJsonObject(widget.config)) return null
  const aliases = objectOf(aliasesInfo)
  const filters = objectOf(filtersInfo)
  const { alarmSourceAlias } = aliases
  const { alarmSourceFilter } = filters
  const size = objectOf(originalSize)
  return {
    widget,
    aliasesInfo: {
      datasourceAliases: infosOf(aliases.datasourceAliases),
      targetDeviceAliases: infosOf(aliases.targetDeviceAliases),
      ...(isJsonObject(alarmSourceAlias) && { alarmSourceAlias }),
    },
    filtersInfo: {
      datasourceFilters: infosOf(filters.datasourceFilters),
      ...(isJsonObject(alarmSourceFilter) && { alarmSourceFilter }),
    },
    originalSize: {
      sizeX: positive(size.sizeX ?? widget.sizeX, 8),
      sizeY: positive(size.sizeY ?? widget.sizeY, 6),
    },
    originalColumns: positive(originalColumns, columnsDefault),
    ...offsetOf(offset),
    ...(Array.isArray(others) && { others: others.flatMap((one) => readWidgetItem(one) ?? []) }),
  }
}

const positive = (value: unknown, otherwise: number): number => {
  const number = numberOf(value)
  return number !== null && number > 0 ? number : otherwise
}

const infosOf = (json: unknown): Indexed =>
  Object.fromEntries(
    Object.entries(objectOf(json)).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])),
  )

const offsetOf = (json: unknown) =>
  isJsonObject(json) && { offset: { row: numberOf(json.row) ?? 0, col: numberOf(json.col) ?? 0 } }

/** Reads a reference from the clipboard; null if it is none. */
export function readWidgetReference(json: unknown): WidgetReference | null {
  const { dashboardId, sourceState, sourceLayout, widgetId, originalSize, originalColumns, offset, others } =
    objectOf(json)
  const names = [dashboardId, sourceState, sourceLayout, widgetId].map(textOf)
  const [dashboard, state, layout, widget] = names
  if (!dashboard || !state || !layout || !widget) return null
  const { sizeX, sizeY } = objectOf(originalSize)
  return {
    dashboardId: dashboard,
    sourceState: state,
    sourceLayout: layout,
    widgetId: widget,
    originalSize: { sizeX: positive(sizeX, 8), sizeY: positive(sizeY, 6) },
    originalColumns: positive(originalColumns, columnsDefault),
    ...offsetOf(offset),
    ...(Array.isArray(others) && { others: others.flatMap((one) => readWidgetReference(one) ?? []) }),
  }
}

/** Aliases of an item that name entities, by a key for `withItemEntities`. */
export function itemAliases(item: WidgetItem): Readonly<Record<string, JsonObject>> {
  const aliases: Record<string, JsonObject> = {}
  for (const one of allOf(item)) {
    const { datasourceAliases, targetDeviceAliases, alarmSourceAlias } = one.aliasesInfo
    const infos = [...Object.values(datasourceAliases), ...Object.values(targetDeviceAliases), alarmSourceAlias]
    for (const info of infos) if (info) aliases[JSON.stringify(info)] = info
  }
  return aliases
}

/** The item with other aliases, by the keys of `itemAliases`. */
export function withItemAliases(item: WidgetItem, changed: Readonly<Record<string, unknown>>): WidgetItem {
  const other = (info: JsonObject): JsonObject => {
    const next = own(changed, JSON.stringify(info))
    return isJsonObject(next) ? next : info
  }
  const all = (infos: Indexed): Indexed =>
    Object.fromEntries(Object.entries(infos).map(([index, info]) => [index, other(info)]))
  const { datasourceAliases, targetDeviceAliases, alarmSourceAlias } = item.aliasesInfo
  return {
    ...item,
    aliasesInfo: {
      datasourceAliases: all(datasourceAliases),
      targetDeviceAliases: all(targetDeviceAliases),
      ...(alarmSourceAlias && { alarmSourceAlias: other(alarmSourceAlias) }),
    },
    ...(item.others && { others: item.others.map((one) => withItemAliases(one, changed)) }),
  }
}

interface Found {
  readonly dashboard: EditableDashboard
  /** null: the alias or filter can't be read. */
  readonly id: string | null
}

/** Alias of the dashboard with an equal filter, or else a new one with that id and a unique name. */
export function withAlias(before: EditableDashboard, info: JsonObject, newId: string): Found {
  const all = objectOf(before.configuration.entityAliases)
  const filter = filterOf(info)
  if (!filter) return { dashboard: before, id: null }
  const same = equalAliasId(all, filter)
  if (same !== undefined) return { dashboard: before, id: same }
  const name = textOf(info.alias) ?? textOf(info.aliasName) ?? 'Alias'
  const add = inConfiguration(['entityAliases'], (aliases) =>
    withMember(aliases, newId, newAlias(newId, aliases, name, filter)),
  )
  return { dashboard: add(before), id: newId }
}

/** Filter of the dashboard with equal key filters, or else a new one. */
function withFilter(before: EditableDashboard, info: JsonObject, newId: string): Found {
  const all = objectOf(before.configuration.filters)
  const { keyFilters } = info
  if (!Array.isArray(keyFilters)) return { dashboard: before, id: null }
  const same = Object.entries(all).find(([, one]) => isSameJson(objectOf(one).keyFilters, keyFilters))
  if (same) return { dashboard: before, id: same[0] }
  const taken = new Set(Object.values(all).map((one) => objectOf(one).filter))
  const filter = unused(textOf(info.filter) ?? 'Filter', (name) => taken.has(name))
  const add = inConfiguration(['filters'], (filters) =>
    withMember(filters, newId, { ...info, id: newId, filter, editable: info.editable !== false }),
  )
  return { dashboard: add(before), id: newId }
}

interface NewWidget {
  readonly id: string
  readonly item: WidgetItem
  readonly ids: ReadonlyMap<JsonObject, string>
}

/** Adds the item's aliases and filters, and returns its widget, which refers to them. */
function withSources(before: EditableDashboard, { item, ids, id }: NewWidget) {
  let dashboard = before
  const config = objectOf(item.widget.config)
  const link = (find: typeof withAlias, info: JsonObject): string | null => {
    const found = find(dashboard, info, ids.get(info) ?? id)
    dashboard = found.dashboard
    return found.id
  }
  /** The members with their new references; without info they keep theirs. */
  function linked(source: unknown, alias: JsonObject | undefined, filter: JsonObject | undefined): unknown {
    if (!isJsonObject(source)) return source
    const entityAliasId = alias && link(withAlias, alias)
    const filterId = filter && link(withFilter, filter)
    return { ...source, ...(entityAliasId && { entityAliasId }), ...(filterId && { filterId }) }
  }
  const { datasourceAliases, targetDeviceAliases, alarmSourceAlias } = item.aliasesInfo
  const { datasourceFilters, alarmSourceFilter } = item.filtersInfo
  const next: Record<string, unknown> = { ...config }
  if (Array.isArray(config.datasources)) {
    next.datasources = config.datasources.map((one, index) =>
      linked(one, own(datasourceAliases, String(index)), own(datasourceFilters, String(index))),
    )
  }
  // Newer versions of ThingsBoard list the source of alarms as the first datasource.
  const isFirst = listOf(config.datasources).length === 0
  const [alias, filter] = [
    alarmSourceAlias ?? (isFirst ? own(datasourceAliases, '0') : undefined),
    alarmSourceFilter ?? (isFirst ? own(datasourceFilters, '0') : undefined),
  ]
  if (isJsonObject(config.alarmSource)) next.alarmSource = linked(config.alarmSource, alias, filter)
  const targets = Object.entries(targetDeviceAliases)
  if (targets.length > 0) {
    const linkedIds = targets.flatMap(([, info]) => link(withAlias, info) ?? [])
    if (linkedIds.length > 0) next.targetDeviceAliasIds = linkedIds
  }
  return { dashboard, widget: { ...item.widget, id, config: next } }
}

/** Size and position of pasted widgets in the columns of their new layout. */
function pastedCells(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  all: readonly Pick<WidgetItem, 'originalSize' | 'originalColumns' | 'offset'>[],
  at: PasteCell,
): readonly Cells[] {
  const columns = columnsOf(dashboard, place)
  const scaled = all.map(({ originalSize, originalColumns, offset = { row: 0, col: 0 } }) => {
    const ratio = wholeColumns(dashboard, place) / originalColumns
    const cells = (value: number, least: number) =>
      Math.min(cellsMax, Math.max(least, ratio === 1 ? value : Math.floor(value * ratio)))
    return {
      row: cells(offset.row, 0),
      col: cells(offset.col, 0),
      sizeX: Math.min(columns, cells(originalSize.sizeX, 1)),
      sizeY: cells(originalSize.sizeY, 1),
    }
  })
  const box = {
    sizeX: Math.min(columns, Math.max(...scaled.map(({ col, sizeX }) => col + sizeX))),
    sizeY: Math.max(...scaled.map(({ row, sizeY }) => row + sizeY)),
  }
  const start = at ?? findRoom(box, cellsOf(dashboard, place), columns)
  return scaled.map((cells) => ({ ...cells, row: start.row + cells.row, col: start.col + cells.col }))
}

/** Far more than a layout shows; what is pasted may have any size. */
const cellsMax = 10_000

const hasState = ({ configuration }: EditableDashboard, { stateId }: LayoutPlace): boolean =>
  isJsonObject(own(objectOf(configuration.states), stateId))

const nameOfItem = ({ widget }: WidgetItem): string =>
  textOf(objectOf(widget.config).title) ?? textOf(widget.title) ?? textOf(widget.typeAlias) ?? ''

/**
 * Adds copies of an item's widgets, with their aliases and filters. `newIds`: an id for each widget. `newId`: returns a
 * new UUID on each call; it is called while the command is made, so that applying it again gives the same result.
 */
export function pasteWidgets(
  place: LayoutPlace,
  item: WidgetItem,
  at: PasteCell,
  newIds: readonly string[],
  newId: () => string,
  kind: CommandKind = 'pasteWidgets',
): Command {
  const all = allOf(item).flatMap((one, index): NewWidget[] => {
    const id = newIds[index]
    const { datasourceAliases, targetDeviceAliases, alarmSourceAlias } = one.aliasesInfo
    const { datasourceFilters, alarmSourceFilter } = one.filtersInfo
    const infos = [datasourceAliases, targetDeviceAliases, datasourceFilters].flatMap((infos) => Object.values(infos))
    const ids = new Map(
      [...infos, alarmSourceAlias, alarmSourceFilter].flatMap((info) => (info ? [[info, newId()] as const] : [])),
    )
    return id === undefined ? [] : [{ id, item: one, ids }]
  })
  return {
    label: { kind, name: nameOfItem(item), count: all.length },
    apply(before) {
      if (all.length === 0 || !hasState(before, place)) return before
      const items = all.map((one) => one.item)
      const cells = pastedCells(before, place, items, at)
      const byId = new Map(all.map(({ id }, index) => [id, cells[index] as Cells]))
      let after = before
      for (const one of all) {
        const { dashboard, widget } = withSources(after, one)
        after = inConfiguration(['widgets'], (widgets) => withMember(widgets, one.id, widget))(dashboard)
        after = inConfiguration([...layoutPath(place), 'widgets'], (places) =>
          withMember(places, one.id, byId.get(one.id)),
        )(after)
      }
      return placed(after, place, byId)
    },
  }
}

/** Widgets of a reference that can be shown in this layout: they exist, and it doesn't show them yet. */
export function pastable(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  reference: WidgetReference,
): readonly WidgetReference[] {
  if (reference.dashboardId !== dashboard.id.id || !hasState(dashboard, place)) return []
  const shown = cellsOf(dashboard, place)
  const widgets = objectOf(dashboard.configuration.widgets)
  return allOf(reference).filter(({ widgetId }) => isJsonObject(own(widgets, widgetId)) && !shown.has(widgetId))
}

/** Shows widgets of another state or layout here too; they stay the same widgets. */
export function pasteReferences(
  dashboard: EditableDashboard,
  place: LayoutPlace,
  reference: WidgetReference,
  at: PasteCell,
): Command {
  const ids = pastable(dashboard, place, reference).map(({ widgetId }) => widgetId)
  return {
    label: labelOfWidgets('pasteReferences', dashboard, ids),
    apply(before) {
      const all = pastable(before, place, reference)
      if (all.length === 0) return before
      const cells = pastedCells(before, place, all, at)
      const byId = new Map(all.map(({ widgetId }, index) => [widgetId, cells[index] as Cells]))
      const added = inConfiguration([...layoutPath(place), 'widgets'], (places) =>
        [...byId].reduce((next, [id, one]) => withMember(next, id, one), places),
      )(before)
      return placed(added, place, byId)
    },
  }
}

/** Number of layouts that show a widget; more than one: all of them change together. */
export const placesOf = ({ configuration }: EditableDashboard, id: string): number =>
  Object.values(objectOf(configuration.states))
    .flatMap((state) => Object.values(objectOf(objectOf(state).layouts)))
    .filter((layout) => Object.hasOwn(objectOf(objectOf(layout).widgets), id)).length

/** Replaces a widget that other layouts show too by a copy, at the same place; the others keep the original. */
export function replaceReference(dashboard: EditableDashboard, place: LayoutPlace, id: string, newId: string): Command {
  return {
    label: { kind: 'replaceReference', name: widgetNameOf(dashboard, id), count: 1 },
    apply(before) {
      const widget = own(objectOf(before.configuration.widgets), id)
      const places = partAt(before.configuration, [...layoutPath(place), 'widgets'])
      if (!isJsonObject(widget) || !Object.hasOwn(places, id) || placesOf(before, id) < 2) return before
      const copied = inConfiguration(['widgets'], (all) => withMember(all, newId, { ...widget, id: newId }))(before)
      return inConfiguration([...layoutPath(place), 'widgets'], (all) =>
        Object.fromEntries(Object.entries(all).map(([one, cells]) => [one === id ? newId : one, cells])),
      )(copied)
    },
  }
}
