/**
 * Entity aliases of an imported dashboard: finds those whose entities do not exist here and replaces these entities.
 * Converts dashboards of older formats to the current one.
 */

import type { DashboardConfiguration, EntityAlias } from '@sonde/model/dashboards/dashboard-configuration'
import { type AliasContext, aliasQuery, resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { type EntityType, isEntityType } from '@sonde/model/ids'
import type { PickedEntity } from '../../entities/entity-picker.tsx'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

interface ImportParts {
  readonly nowMs: number
  readonly newId: () => string
}

/** Imported configuration: unchanged, or converted if it has an older format. */
export function upgraded(configuration: Json, parts: ImportParts): Json {
  const isPresent = isJson(configuration.states) && isJson(configuration.entityAliases ?? {})
  if (isPresent && configuration.deviceAliases === undefined) return configuration
  const whole: DashboardConfiguration = normalizeConfiguration(configuration, parts)
  return { ...whole, description: configuration.description ?? '' }
}

/**
 * Aliases that can't be resolved: they name entities that don't exist or aren't accessible here, or their rule is
 * incomplete. Excludes rules that match nothing yet, and aliases that depend on the dashboard's state.
 */
export async function unresolvedAliases(
  configuration: Json,
  context: AliasContext,
  find: (query: EntityDataQuery) => Promise<{ readonly totalElements: number }>,
  parts: ImportParts,
): Promise<readonly EntityAlias[]> {
  const { entityAliases } = normalizeConfiguration(configuration, parts)
  const checked = await Promise.all(
    Object.values(entityAliases).map(async (alias) => {
      const resolved = resolveAlias(alias, context)
      if (resolved.usesState) return null
      if (resolved.kind === 'unresolved') return alias
      return namedType(alias) === null || (await finds(resolved.filter)) ? null : alias
    }),
  )
  return checked.filter((alias) => alias !== null)

  async function finds(filter: EntityFilter): Promise<boolean> {
    try {
      return (await find(aliasQuery(filter))).totalElements > 0
    } catch {
      // The server rejects some filters, such as one by an entity that does not exist here.
      return false
    }
  }
}

/** Type of the entities that an alias lists explicitly; null if it finds them by a rule. */
export function namedType({ filter }: EntityAlias): EntityType | null {
  const type =
    filter.type === 'singleEntity' && isJson(filter.singleEntity)
      ? filter.singleEntity.entityType
      : filter.type === 'entityList'
        ? filter.entityType
        : null
  return typeof type === 'string' && isEntityType(type) ? type : null
}

/** Replaces the entities of aliases. `chosen`: entities by alias ID. */
export function withEntities(configuration: Json, chosen: Readonly<Record<string, readonly PickedEntity[]>>): Json {
  const aliases = isJson(configuration.entityAliases) ? configuration.entityAliases : {}
  const repaired = Object.entries(aliases).map(([id, alias]) => {
    const entities = chosen[id] ?? []
    const [first] = entities
    if (!first || !isJson(alias) || !isJson(alias.filter)) return [id, alias]
    const filter =
      alias.filter.type === 'singleEntity'
        ? { ...alias.filter, singleEntity: first.id }
        : { ...alias.filter, entityType: first.id.entityType, entityList: entities.map((entity) => entity.id.id) }
    return [id, { ...alias, filter }]
  })
  return { ...configuration, entityAliases: Object.fromEntries(repaired) }
}
