/**
 * Reduces a dashboard to what visitors need for drawing it. Removes widgets without a place in a layout, unused aliases
 * and filters, the description, and ids of entities that visitors can't see.
 */

import { type EntityId, isEntityType, isUuid } from '../ids.ts'
import type { EntityAlias, JsonObject } from './dashboard-configuration.ts'
import { isJsonObject, listOf, objectOf } from './json-parts.ts'
import { filterOf } from './normalize-dashboard.ts'

/**
 * Entities that aliases name. The caller determines which of them are visible to visitors, for `visitorConfiguration`.
 */
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

/** `isVisible`: takes an entity id. A configuration that isn't an object is returned unchanged. */
export function visitorConfiguration(configuration: unknown, isVisible: (id: string) => boolean): unknown {
  if (!isJsonObject(configuration)) return configuration
  const { description: _, ...shown } = configuration
  const drawn: JsonObject = { ...shown, widgets: placed(configuration) }
  // Functions of users refer to aliases and filters in their text, so the whole JSON text is searched.
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

/** Legacy dashboards have no states: all of their widgets are drawn. */
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

/** CURRENT_CUSTOMER and the like contain no real id and are never hidden. */
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
