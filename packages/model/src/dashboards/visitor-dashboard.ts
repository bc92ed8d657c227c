/**
 * A dashboard as visitors get it: what drawing it needs. Widgets that stand nowhere, aliases and filters that no widget
 * uses, the description, and ids of entities that visitors can't see stay out.
 */

import { type EntityId, isEntityType, isUuid } from '../ids.ts'
import type { EntityAlias, JsonObject } from './dashboard-configuration.ts'
import { isJsonObject, listOf, objectOf } from './json-parts.ts'
import { filterOf } from './normalize-dashboard.ts'

/** The entities that aliases name, for `visitorConfiguration` to be told which of them visitors see. */
export function namedEntities(configuration: unknown): EntityId[] {
  const named: EntityId[] = []
  for (const group of aliasGroups) {
    for (const alias of Object.values(objectOf(objectOf(configuration)[group]))) {
      const filter = isJsonObject(alias) ? filterOf(alias) : null
      for (const entity of filter ? entitiesOf(filter) : []) named.push(entity)
    }
  }
  return named
}

/** `isVisible`: by id. Anything but an object stays what it is. */
export function visitorConfiguration(configuration: unknown, isVisible: (id: string) => boolean): unknown {
  if (!isJsonObject(configuration)) return configuration
  const { description: _, ...shown } = configuration
  const drawn: JsonObject = { ...shown, widgets: placed(configuration) }
  // Also by functions of the user, which name aliases and filters in text.
  const { entityAliases: _aliases, deviceAliases: _devices, filters, ...users } = drawn
  const text = JSON.stringify(users)
  const isUsed = (id: string, name: unknown) =>
    text.includes(id) || (typeof name === 'string' && name !== '' && text.includes(JSON.stringify(name).slice(1, -1)))

  const used = (json: unknown, nameOf: (part: JsonObject) => unknown): [string, JsonObject][] =>
    Object.entries(objectOf(json)).flatMap(([id, part]) =>
      isJsonObject(part) && isUsed(id, nameOf(part)) ? [[id, part] as [string, JsonObject]] : [],
    )
  const aliases = aliasGroups.flatMap((group) => {
    if (!isJsonObject(configuration[group])) return []
    const kept = used(configuration[group], ({ alias }) => alias)
    return [[group, Object.fromEntries(kept.map(([id, alias]) => [id, visitorAlias(id, alias, isVisible)]))]]
  })
  return {
    ...drawn,
    ...Object.fromEntries(aliases),
    ...(isJsonObject(filters) && { filters: Object.fromEntries(used(filters, ({ filter }) => filter)) }),
  }
}

const aliasGroups = ['deviceAliases', 'entityAliases'] as const

/** Old dashboards have no states: all of their widgets are drawn. */
function placed({ widgets, states }: JsonObject): unknown {
  if (!isJsonObject(states) || Object.keys(states).length === 0 || !isJsonObject(widgets)) return widgets
  const ids = new Set<string>()
  for (const state of Object.values(states)) {
    for (const layout of Object.values(objectOf(objectOf(state).layouts))) {
      for (const id of Object.keys(objectOf(objectOf(layout).widgets))) ids.add(id)
    }
  }
  return Object.fromEntries(Object.entries(widgets).filter(([id]) => ids.has(id)))
}

function visitorAlias(id: string, json: JsonObject, isVisible: (id: string) => boolean): JsonObject {
  const filter = filterOf(json)
  const visible = (value: unknown) => (isHidden(value, isVisible) ? null : value)
  return {
    id,
    alias: json.alias,
    filter: filter && {
      ...filter,
      ...('singleEntity' in filter && { singleEntity: visible(filter.singleEntity) }),
      ...('defaultStateEntity' in filter && { defaultStateEntity: visible(filter.defaultStateEntity) }),
      ...('entityList' in filter && {
        entityList: listOf(filter.entityList).filter((one) => typeof one === 'string' && isVisible(one)),
      }),
    },
  }
}

/** CURRENT_CUSTOMER and its like name nobody. */
const isHidden = (value: unknown, isVisible: (id: string) => boolean): boolean =>
  isJsonObject(value) &&
  typeof value.entityType === 'string' &&
  isEntityType(value.entityType) &&
  typeof value.id === 'string' &&
  !isVisible(value.id)

function entitiesOf({ singleEntity, defaultStateEntity, entityType, entityList }: EntityAlias['filter']): EntityId[] {
  const listed = listOf(entityList).map((id) => ({ entityType, id }))
  return [singleEntity, defaultStateEntity, ...listed].flatMap((value) => {
    const { entityType: type, id } = objectOf(value)
    const isEntity = typeof type === 'string' && isEntityType(type) && typeof id === 'string' && isUuid(id)
    return isEntity ? [{ entityType: type, id: id.toLowerCase() }] : []
  })
}
