/**
 * Access of rule nodes to entities: fields, customers and relations. A node sees only entities of its own tenant,
 * regardless of the IDs in its configuration and in messages.
 */

import { type EntityId, type EntityType, NIL_UUID } from '@sonde/model/ids'
import type { SearchDirection } from '@sonde/model/relations/relation'
import type { EntityOwners } from '../access/entity-owners.ts'
import { createWalk } from '../entity-query/relation-walk.ts'
import type { RelationalStore } from '../storage/relational.ts'

/** JSON of an entity in the wire format. */
export type EntityFields = Readonly<Record<string, unknown>>

/** Finds an entity of one type. */
export type EntityFinder = (tenantId: string, id: string) => Promise<object | undefined>

/** Selects the related entities of a root entity. */
export interface RelatedQuery {
  readonly direction: SearchDirection
  /** Maximum depth. 0: the server's limit. */
  readonly maxLevel: number
  readonly fetchLastLevelOnly: boolean
  /** A relation matches if any filter matches; an empty list matches all relations. */
  readonly filters: readonly {
    readonly relationType: string
    /** Empty: all entity types. */
    readonly entityTypes: readonly EntityType[]
  }[]
}

export interface NodeEntities {
  /** Undefined: the tenant has no such entity, or its type isn't readable by rule nodes. */
  fields(entity: EntityId): Promise<EntityFields | undefined>
  /** Whether the entity belongs to the tenant. */
  exists(entity: EntityId): Promise<boolean>
  /**
   * ID of the entity's customer; for a customer, its own ID. Null: no customer, or the entity doesn't exist in the
   * tenant.
   */
  customerOf(entity: EntityId): Promise<string | null>
  /** The first entity that the query finds and that `accepts` returns true for. */
  firstRelated(
    root: EntityId,
    query: RelatedQuery,
    accepts?: (entity: EntityId) => Promise<boolean>,
  ): Promise<EntityId | undefined>
  /** Whether a relation of the type leads from one entity to the other. */
  isRelated(from: EntityId, to: EntityId, type: string): Promise<boolean>
  /** Whether any relation of the type leads from the entity (`FROM`) or to it (`TO`). */
  hasRelation(entity: EntityId, direction: SearchDirection, type: string): Promise<boolean>
}

/** Subset of the relation store that nodes use. */
export interface NodeRelations {
  find(key: {
    readonly from: EntityId
    readonly to: EntityId
    readonly typeGroup: 'COMMON'
    readonly type: string
  }): Promise<object | undefined>
  exists(entity: EntityId, direction: SearchDirection, type: string): Promise<boolean>
}

export interface NodeEntitiesDeps {
  readonly owners: EntityOwners
  readonly relations: NodeRelations
  readonly relational: RelationalStore
  readonly finders: Readonly<Partial<Record<EntityType, EntityFinder>>>
}

/** Creates the entity access for the nodes of one tenant. */
export function createNodeEntities(
  { owners, relations, relational, finders }: NodeEntitiesDeps,
  tenantId: string,
): NodeEntities {
  async function ownerOf(entity: EntityId) {
    const owned = await owners.find(entity)
    return owned?.tenantId === tenantId ? owned : undefined
  }

  return {
    async fields({ entityType, id }) {
      return (await finders[entityType]?.(tenantId, id)) as EntityFields | undefined
    },

    exists: async (entity) => (await ownerOf(entity)) !== undefined,

    async customerOf(entity) {
      const owned = await ownerOf(entity)
      if (!owned) return null
      const customerId = entity.entityType === 'CUSTOMER' ? entity.id : owned.customerId
      return customerId === null || customerId === undefined || customerId === NIL_UUID ? null : customerId
    },

    async firstRelated(root, query, accepts = async () => true) {
      const { filters } = query
      const walk = createWalk(relational, query, ({ type, to }) =>
        filters.length === 0
          ? true
          : filters.some(
              ({ relationType, entityTypes }) =>
                relationType === type && (entityTypes.length === 0 || entityTypes.includes(to.entityType)),
            ),
      )
      for (const entity of await walk(root)) {
        if ((await ownerOf(entity)) && (await accepts(entity))) return entity
      }
      return undefined
    },

    async isRelated(from, to, type) {
      return (await relations.find({ from, to, typeGroup: 'COMMON', type })) !== undefined
    },

    hasRelation: (entity, direction, type) => relations.exists(entity, direction, type),
  }
}
