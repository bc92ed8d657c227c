/** Aliases that are added with a widget: an equal one of the dashboard is used again, others get a name of their own. */

import type { EntityId } from '../ids.ts'
import { isSameJson } from '../same-json.ts'
import type { JsonObject } from './dashboard-configuration.ts'
import { isJsonObject, objectOf } from './json-parts.ts'
import { filterOf } from './normalize-dashboard.ts'
import { unused } from './unused-name.ts'

/** ID of an alias with an equal filter; undefined if there is none. */
export const equalAliasId = (aliases: JsonObject, filter: JsonObject): string | undefined =>
  Object.keys(aliases).find((id) => {
    const alias = aliases[id]
    if (!isJsonObject(alias)) return false
    const other = filterOf(alias)
    return isSameEntity(other, filter) || isSameJson(other, filter)
  })

/** Filter that always stands for this entity. */
export const singleEntityFilter = ({ entityType, id }: EntityId): JsonObject => ({
  type: 'singleEntity',
  resolveMultiple: false,
  singleEntity: { entityType, id },
})

/** New alias as it is stored, with a name that no other alias has: settings refer to aliases by name. */
export function newAlias(id: string, aliases: JsonObject, name: string, filter: JsonObject): JsonObject {
  const taken = new Set(Object.values(aliases).map((alias) => objectOf(alias).alias))
  return { id, alias: unused(name, (one) => taken.has(one)), filter }
}

/** Both filters stand for the same entity, whatever else they contain. */
function isSameEntity(a: JsonObject | null, b: JsonObject): boolean {
  if (a?.type !== 'singleEntity' || b.type !== 'singleEntity') return false
  const [one, other] = [objectOf(a.singleEntity), objectOf(b.singleEntity)]
  return typeof one.id === 'string' && one.id === other.id && one.entityType === other.entityType
}
