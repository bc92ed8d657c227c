/**
 * New widgets of a type from the library: which keys of an entity a type can show, which types suit an entity, and the
 * command that adds the widget together with the alias of the entity.
 */

import type { EntityType } from '../../ids.ts'
import { typeParametersOf } from '../../widgets/type-parameters.ts'
import type { WidgetTypeDetails } from '../../widgets/widget-type.ts'
import type { JsonObject, WidgetKind } from '../dashboard-configuration.ts'
import { editorPalette } from '../editor-palette.ts'
import { isJsonObject, listOf, numberOf, objectOf, textOf } from '../json-parts.ts'
import { addWidget, type Command, type LayoutPlace } from './commands.ts'
import { withAlias } from './widget-item.ts'

export interface LibraryType extends Pick<WidgetTypeDetails, 'bundleAlias' | 'alias' | 'name' | 'descriptor'> {
  readonly isSystem: boolean
}

/** `unknown`: the entity has never sent a value. */
export type ValueKind = 'number' | 'flag' | 'text' | 'unknown'

export interface EntityKey {
  readonly name: string
  readonly type: 'timeseries' | 'attribute'
  readonly value: ValueKind
}

/** What a new widget shows: an alias of the dashboard, or an entity that gets one. */
export interface WidgetSource {
  readonly name: string
  /** `alias` and `filter`, as in a dashboard. */
  readonly alias: JsonObject
  /** Of its entities; null: not known. */
  readonly entityType: EntityType | null
  readonly keys: readonly EntityKey[]
}

/** Keys that a new widget shows unless its type shows fewer; more would be hard to read. */
const keysMax = 6

/** Columns of a new table; it also has those of the entity. */
const columnsMax = 4

export const kindOfType = ({ descriptor }: LibraryType): WidgetKind => descriptor.type

export const sizeOfType = ({ descriptor }: LibraryType) => ({
  sizeX: Math.max(1, numberOf(descriptor.sizeX) ?? 8),
  sizeY: Math.max(1, numberOf(descriptor.sizeY) ?? 6),
})

/** Name of a type as dashboards store it. */
export const typeNameOf = ({ isSystem, bundleAlias, alias }: LibraryType) => ({
  isSystemType: isSystem,
  bundleAlias,
  typeAlias: alias,
})

/** Most keys of a new widget. */
function typeKeysMax({ isSystem, bundleAlias, alias, descriptor }: LibraryType): number {
  const max = typeParametersOf(descriptor).maxDataKeys
  if (max >= 0) return max
  if (isSystem && oneKeyTypes.test(`${bundleAlias}.${alias}`)) return 1
  return /table/.test(alias) ? columnsMax : keysMax
}

/** Types of the system that show or set one value. */
const oneKeyTypes = /^(digital_gauges|analogue_gauges)\.|^cards\.simple_card$|^input_widgets\.update_(?!multiple)/

const positionNames = /^(lat|latitude|lng|lon|longitude)$/i

/** Keys of the entity that a new widget of the type shows, in order; empty: none suits. */
export function fittingKeys(type: LibraryType, keys: readonly EntityKey[]): readonly EntityKey[] {
  const kind = kindOfType(type)
  const name = `${type.bundleAlias}.${type.alias}`
  if (kind === 'rpc' || kind === 'static' || kind === 'alarm') return []
  if (/^maps_v2\./.test(name)) {
    const found = keys.filter((key) => positionNames.test(key.name))
    const series = found.filter((key) => key.type === 'timeseries')
    const chosen = kind === 'timeseries' || series.length >= 2 ? series : found
    return chosen.length >= 2 ? chosen.slice(0, 2) : []
  }
  const only = /_timeseries$/.test(type.alias) ? 'timeseries' : /_attribute$/.test(type.alias) ? 'attribute' : null
  const series = keys.filter((key) => key.type === 'timeseries')
  const attributes = keys.filter((key) => key.type === 'attribute')
  const all =
    kind === 'timeseries' ? series : [...series, ...attributes].filter((key) => only === null || key.type === only)
  const isState = /state_chart|boolean/.test(type.alias)
  const isNumeric =
    /gauge|thermometer|speedometer|digital_bar|digital_vertical_bar|integer|double/.test(name) ||
    (/^charts\./.test(name) && !isState)
  const suiting = isState
    ? preferred(all, (key) => key.value === 'flag' || key.value === 'text')
    : isNumeric
      ? all.filter((key) => key.value === 'number')
      : preferred(all, (key) => key.value === 'number')
  return suiting.slice(0, typeKeysMax(type))
}

/** The preferred ones first. */
const preferred = (keys: readonly EntityKey[], isPreferred: (key: EntityKey) => boolean): readonly EntityKey[] => [
  ...keys.filter(isPreferred),
  ...keys.filter((key) => !isPreferred(key)),
]

/** System types that are suggested, best first, and whether they suit the keys. */
const suggested: readonly (readonly [string, (source: WidgetSource) => boolean])[] = [
  ['maps_v2.openstreetmap', ({ keys }) => keys.filter((key) => positionNames.test(key.name)).length >= 2],
  ['charts.basic_timeseries', ({ keys }) => keys.some((key) => key.type === 'timeseries' && key.value === 'number')],
  ['cards.simple_card', ({ keys }) => keys.length > 0],
  ['digital_gauges.gauge_justgage', ({ keys }) => keys.some((key) => key.value === 'number')],
  ['charts.state_chart', ({ keys }) => keys.some((key) => key.type === 'timeseries' && key.value === 'flag')],
  ['cards.entities_table', ({ alias, keys }) => keys.length > 0 && objectOf(alias.filter).resolveMultiple === true],
  ['cards.attributes_card', ({ keys }) => keys.some((key) => key.type === 'attribute')],
  ['alarm_widgets.alarms_table', ({ entityType }) => entityType === 'DEVICE' || entityType === 'ASSET'],
  ['cards.timeseries_table', ({ keys }) => keys.some((key) => key.type === 'timeseries')],
]

const suggestedMax = 6

/** Types that suit an entity, best first. */
export function suggestedTypes<T extends LibraryType>(types: readonly T[], source: WidgetSource): readonly T[] {
  const byName = new Map(
    types.filter((type) => type.isSystem).map((type) => [`${type.bundleAlias}.${type.alias}`, type]),
  )
  return suggested
    .filter(([, suits]) => suits(source))
    .flatMap(([name]) => byName.get(name) ?? [])
    .slice(0, suggestedMax)
}

function defaultConfigOf({ descriptor }: LibraryType): JsonObject {
  const { defaultConfig } = descriptor
  if (isJsonObject(defaultConfig)) return defaultConfig
  try {
    return objectOf(JSON.parse(textOf(defaultConfig) ?? '{}'))
  } catch {
    return {}
  }
}

interface NewWidget {
  readonly title: string
  /** null: without data, which the user adds in the settings. */
  readonly source: WidgetSource | null
  /** Alias that the widget refers to. */
  readonly aliasId: string | null
  /** Returns a number from 0 to 1 on each call; keys are told apart by it. */
  readonly random: () => number
}

/** JSON of a new widget of a type. */
export function widgetFromType(type: LibraryType, { title, source, aliasId, random }: NewWidget): JsonObject {
  const config = defaultConfigOf(type)
  const kind = kindOfType(type)
  const keys = source ? fittingKeys(type, source.keys) : []
  const dataKeys = keys.map((key, index) => ({
    name: key.name,
    type: key.type,
    label: key.name,
    color: editorPalette[index % editorPalette.length],
    settings: {},
    _hash: random(),
  }))
  const hasData = source !== null && (kind === 'latest' || kind === 'timeseries')
  const alarmSource = isJsonObject(config.alarmSource) ? config.alarmSource : null
  return {
    ...typeNameOf(type),
    type: kind,
    title: type.name,
    ...sizeOfType(type),
    row: 0,
    col: 0,
    config: {
      ...config,
      title,
      datasources: hasData ? [{ type: 'entity', name: null, entityAliasId: aliasId, filterId: null, dataKeys }] : [],
      ...((alarmSource || kind === 'alarm') && {
        alarmSource: {
          type: 'entity',
          ...(kind === 'alarm' && source && { entityAliasId: aliasId, filterId: null }),
          dataKeys: listOf(alarmSource?.dataKeys),
        },
      }),
      ...(kind === 'rpc' && {
        targetDeviceAliasIds: source && isDevice(source) && aliasId !== null ? [aliasId] : [],
      }),
    },
  }
}

const isDevice = ({ entityType }: WidgetSource): boolean => entityType === 'DEVICE'

/** Whether a new widget of the type refers to the entity at all. */
export function usesSource(type: LibraryType, source: WidgetSource): boolean {
  const kind = kindOfType(type)
  return kind === 'static' ? false : kind === 'rpc' ? isDevice(source) : true
}

interface AddedWidget extends Omit<NewWidget, 'aliasId'> {
  readonly id: string
  /** Id of the alias, if the dashboard has none for the entity yet. */
  readonly newAliasId: string
}

/** Adds a widget of a type where there is room, with an alias for its entity unless the dashboard has an equal one. */
export function addFromType(
  place: LayoutPlace,
  type: LibraryType,
  { id, newAliasId, source, title, random }: AddedWidget,
): Command {
  const hash = random()
  const make = (aliasId: string | null) => {
    let at = 0
    return widgetFromType(type, { title, source, aliasId, random: () => (hash + at++ / 1000) % 1 })
  }
  const size = sizeOfType(type)
  return {
    label: { kind: 'addWidget', name: title, count: 1 },
    apply(before) {
      if (!source || !usesSource(type, source)) return addWidget(place, id, make(null), size).apply(before)
      const found = withAlias(before, source.alias, newAliasId)
      const after = addWidget(place, id, make(found.id), size).apply(found.dashboard)
      // A place that doesn't exist gets neither widget nor alias.
      return after === found.dashboard ? before : after
    },
  }
}
