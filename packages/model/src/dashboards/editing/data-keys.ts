/**
 * Changes of a widget's datasources and data keys, as pure functions on its configuration. Unknown keys are kept, and
 * a change without effect returns the same object.
 */

import type { EntityId } from '../../ids.ts'
import { equalAliasId, newAlias, singleEntityFilter } from '../added-alias.ts'
import type { DataKeyType, DatasourceType, JsonObject } from '../dashboard-configuration.ts'
import { editorPalette } from '../editor-palette.ts'
import { isJsonObject, listOf, textOf } from '../json-parts.ts'
import { type Command, changeWidgetConfig } from './commands.ts'
import { changeAt, partAt, withMember, withoutMembers } from './json-path.ts'

/** Where a datasource is in the configuration: in the list, or as the source of alarms. */
export type SourcePlace = number | 'alarmSource'

/** A data key that a user chose. */
export interface ChosenKey {
  readonly name: string
  readonly type: DataKeyType
  /** Made unique in the widget. */
  readonly label: string
  /** Of a function key. */
  readonly funcBody?: string
}

/** Functions that are offered for new keys of function datasources. */
export const functionPresets = {
  Sin: 'return Math.round(1000*Math.sin(time/5000));',
  Cos: 'return Math.round(1000*Math.cos(time/5000));',
  Random:
    'var value = prevValue + Math.random() * 100 - 50;\nvar multiplier = Math.pow(10, 2 || 0);\nvar value = Math.round(value * multiplier) / multiplier;\nif (value < -1000) {\n\tvalue = -1000;\n} else if (value > 1000) {\n\tvalue = 1000;\n}\nreturn value;',
} as const

/** Function of a new key without a preset. */
export const functionDefault = 'return prevValue + 1;'

/** Name of all keys of function datasources. */
export const functionKeyName = 'f(x)'

export const sourcesOf = (config: JsonObject): readonly JsonObject[] => listOf(config.datasources).filter(isJsonObject)

export const keysOf = (source: JsonObject): readonly JsonObject[] => listOf(source.dataKeys).filter(isJsonObject)

/** All keys of a widget. */
export const allKeysOf = (config: JsonObject): readonly JsonObject[] => [
  ...sourcesOf(config).flatMap(keysOf),
  ...(isJsonObject(config.alarmSource) ? keysOf(config.alarmSource) : []),
]

/** The list with an item at another index; the same list if it stays in place. */
export function withMoved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || from === to || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** A new datasource. `color`: of the key of an entity count, which has no other. */
export const newSource = (type: DatasourceType, entityAliasId: string | null, color: string): JsonObject =>
  type === 'function'
    ? { type, name: functionSourceName, dataKeys: [] }
    : { type, name: null, entityAliasId, filterId: null, dataKeys: type === 'entityCount' ? [countKey(color)] : [] }

/** Another type of a datasource: what the type can't have is removed. `color`: of the key of an entity count. */
export function withSourceType(source: JsonObject, type: DatasourceType, color: string): JsonObject {
  if (source.type === type) return source
  const typed = withMember(source, 'type', type)
  switch (type) {
    case 'function':
      return {
        ...withoutMembers(typed, ['entityAliasId', 'filterId', 'entityId', 'entityType', 'entityName']),
        name: textOf(source.name) ?? functionSourceName,
        dataKeys: keysOf(source).filter((key) => key.type === 'function'),
      }
    case 'entityCount':
      return { ...typed, dataKeys: [keysOf(source).find((key) => key.type === 'count') ?? countKey(color)] }
    case 'entity':
      return {
        entityAliasId: null,
        filterId: null,
        ...typed,
        dataKeys: keysOf(source).filter((key) => key.type !== 'function' && key.type !== 'count'),
      }
  }
}

const functionSourceName = 'Function'

const countKey = (color: string): JsonObject => newKey({ name: 'count', type: 'count', label: 'Count' }, color)

/** A key with the settings that each new key has. */
const newKey = ({ name, type, label, funcBody }: ChosenKey, color: string): JsonObject => ({
  name,
  type,
  label,
  color,
  ...(funcBody !== undefined && { funcBody }),
  settings: {},
  _hash: Math.random(),
})

/** The label, with a number if another key of the widget has it. */
export function uniqueLabel(config: JsonObject, label: string): string {
  const taken = new Set(allKeysOf(config).map((key) => key.label))
  if (!taken.has(label)) return label
  let number = 1
  while (taken.has(`${label} ${number}`)) number++
  return `${label} ${number}`
}

/** First color of the palette that no key has yet; when all are in use, they begin again. */
export function nextColor(config: JsonObject): string {
  const keys = allKeysOf(config)
  const used = new Set(keys.map((key) => key.color))
  return (
    editorPalette.find((color) => !used.has(color)) ?? editorPalette[keys.length % editorPalette.length] ?? '#2196f3'
  )
}

export const addSource = (config: JsonObject, source: JsonObject): JsonObject =>
  withMember(config, 'datasources', [...sourcesOf(config), source])

export const removeSource = (config: JsonObject, index: number): JsonObject =>
  index in sourcesOf(config) ? withMember(config, 'datasources', sourcesOf(config).toSpliced(index, 1)) : config

export function moveSource(config: JsonObject, from: number, to: number): JsonObject {
  const before = sourcesOf(config)
  const after = withMoved(before, from, to)
  return after === before ? config : withMember(config, 'datasources', after)
}

/** Changes one datasource; the source of alarms is created if it is missing. */
export function changeSource(
  config: JsonObject,
  place: SourcePlace,
  change: (source: JsonObject) => JsonObject,
): JsonObject {
  if (place === 'alarmSource') return changeAt(config, ['alarmSource'], change)
  const sources = sourcesOf(config)
  const before = sources[place]
  if (!before) return config
  const after = change(before)
  return after === before ? config : withMember(config, 'datasources', sources.with(place, after))
}

const changeKeys = (
  config: JsonObject,
  place: SourcePlace,
  change: (keys: readonly JsonObject[]) => readonly JsonObject[],
): JsonObject =>
  changeSource(config, place, (source) => {
    const before = keysOf(source)
    const after = change(before)
    return after === before ? source : withMember(source, 'dataKeys', after)
  })

/** Appends a key with a unique label and the next color. */
export function addKey(config: JsonObject, place: SourcePlace, chosen: ChosenKey): JsonObject {
  const key = newKey({ ...chosen, label: uniqueLabel(config, chosen.label) }, nextColor(config))
  return changeKeys(config, place, (keys) => [...keys, key])
}

export const removeKey = (config: JsonObject, place: SourcePlace, index: number): JsonObject =>
  changeKeys(config, place, (keys) => (index in keys ? keys.toSpliced(index, 1) : keys))

export const moveKey = (config: JsonObject, place: SourcePlace, from: number, to: number): JsonObject =>
  changeKeys(config, place, (keys) => withMoved(keys, from, to))

export const changeKey = (
  config: JsonObject,
  place: SourcePlace,
  index: number,
  change: (key: JsonObject) => JsonObject,
): JsonObject =>
  changeKeys(config, place, (keys) => {
    const before = keys[index]
    const after = before && change(before)
    return after === undefined || after === before ? keys : keys.with(index, after)
  })

/** The object with a member, or without it if the value is empty. */
export const withOptional = (json: JsonObject, name: string, value: unknown): JsonObject =>
  value === null || value === undefined || value === '' ? withoutMembers(json, [name]) : withMember(json, name, value)

/**
 * Changes a widget with the alias of an entity, which is added if the dashboard has none; both are undone together.
 * `newId`: ID of the new alias, a UUID.
 */
export function changeWithEntity(
  before: Parameters<Command['apply']>[0],
  widgetId: string,
  { id: entity, name }: { readonly id: EntityId; readonly name: string },
  newId: string,
  change: (config: JsonObject, aliasId: string) => JsonObject,
): Command {
  const { label } = changeWidgetConfig(before, widgetId, (config) => config)
  return {
    label,
    apply(dashboard) {
      const aliases = partAt(dashboard.configuration, ['entityAliases'])
      const filter = singleEntityFilter(entity)
      const existing = equalAliasId(aliases, filter)
      const aliasId = existing ?? newId
      const changed = changeWidgetConfig(dashboard, widgetId, (config) => change(config, aliasId)).apply(dashboard)
      if (changed === dashboard || existing !== undefined) return changed
      const configuration = changeAt(changed.configuration, ['entityAliases'], (all) =>
        withMember(all, aliasId, newAlias(aliasId, all, name, filter)),
      )
      return { ...changed, configuration }
    },
  }
}
