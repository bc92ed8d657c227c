/** Aliases of single entities, which are added when a user chooses an entity instead of an alias. */

import type { EntityId } from '../ids.ts'
import type { JsonObject } from './dashboard-configuration.ts'
import { objectOf } from './json-parts.ts'

/** ID of an alias that always stands for this entity; undefined if there is none. */
export const singleEntityAliasId = (aliases: JsonObject, entity: EntityId): string | undefined =>
  Object.keys(aliases).find((id) => isAliasOf(aliases[id], entity))

/** New alias as it is stored, with a name that no other alias has: settings refer to aliases by name. */
export const singleEntityAlias = (id: string, aliases: JsonObject, entity: EntityId, name: string): JsonObject => ({
  id,
  alias: freeName(name, aliases),
  filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: entity },
})

function isAliasOf(alias: unknown, entity: EntityId): boolean {
  const filter = objectOf(objectOf(alias).filter)
  const single = objectOf(filter.singleEntity)
  return filter.type === 'singleEntity' && single.entityType === entity.entityType && single.id === entity.id
}

function freeName(name: string, aliases: JsonObject): string {
  const taken = new Set(Object.values(aliases).map((alias) => objectOf(alias).alias))
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name} ${number}`)) number++
  return `${name} ${number}`
}
