/** Relations: directed, typed links between entities. */

import type { EntityId } from '@sonde/model/ids'
import type {
  Relation,
  RelationInfo,
  RelationInput,
  RelationsQuery,
  RelationTypeGroup,
} from '@sonde/model/relations/relation'
import type { Query } from '../rest/http-call.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Identifies one relation; default of the group: `COMMON`. */
export interface RelationKey {
  readonly from: EntityId
  readonly to: EntityId
  readonly type: string
  readonly typeGroup?: RelationTypeGroup
}

export interface RelationFilter {
  /** Absent: all. */
  readonly type?: string
  /** Default: `COMMON`. */
  readonly typeGroup?: RelationTypeGroup
}

const end = (name: 'from' | 'to', { entityType, id }: EntityId): Query => ({
  [`${name}Id`]: id,
  [`${name}Type`]: entityType,
})

const keyQuery = ({ from, to, type, typeGroup }: RelationKey): Query => ({
  ...end('from', from),
  ...end('to', to),
  relationType: type,
  relationTypeGroup: typeGroup,
})

export type RelationCalls = ReturnType<typeof createRelationCalls>

export function createRelationCalls(rest: Rest) {
  const list = <T>(path: string, ends: Query, { type, typeGroup }: RelationFilter, options: CallOptions) =>
    rest.request<readonly T[]>('GET', path, {
      ...options,
      query: { ...ends, relationType: type || undefined, relationTypeGroup: typeGroup },
    })

  return {
    /** Creates a relation, or updates the `additionalInfo` of an existing one. */
    save: (relation: RelationInput, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/relation', { ...options, body: relation }),

    /** Throws `ApiError` 404. */
    get: (key: RelationKey, options: CallOptions = {}) =>
      rest.request<Relation>('GET', '/api/relation', { ...options, query: keyQuery(key) }),

    /** Throws `ApiError` 404 if it doesn't exist. */
    delete: (key: RelationKey, options: CallOptions = {}) =>
      rest.request<void>('DELETE', '/api/relation', { ...options, query: keyQuery(key) }),

    /** Deletes all relations from and to an entity. */
    deleteAll: ({ entityType, id }: EntityId, options: CallOptions = {}) =>
      rest.request<void>('DELETE', '/api/relations', { ...options, query: { entityId: id, entityType } }),

    /** Relations that start at an entity. */
    from: (entity: EntityId, filter: RelationFilter = {}, options: CallOptions = {}) =>
      list<Relation>('/api/relations', end('from', entity), filter, options),

    /** Relations that end at an entity. */
    to: (entity: EntityId, filter: RelationFilter = {}, options: CallOptions = {}) =>
      list<Relation>('/api/relations', end('to', entity), filter, options),

    /** Relations that start at an entity, with the names of the other ends. */
    infosFrom: (entity: EntityId, { typeGroup }: Pick<RelationFilter, 'typeGroup'> = {}, options: CallOptions = {}) =>
      list<RelationInfo>('/api/relations/info', end('from', entity), { typeGroup }, options),

    /** Relations that end at an entity, with the names of the other ends. */
    infosTo: (entity: EntityId, { typeGroup }: Pick<RelationFilter, 'typeGroup'> = {}, options: CallOptions = {}) =>
      list<RelationInfo>('/api/relations/info', end('to', entity), { typeGroup }, options),

    /** Relations along the paths from an entity, over several levels. */
    search: (query: RelationsQuery, options: CallOptions = {}) =>
      rest.request<readonly Relation[]>('POST', '/api/relations', { ...options, body: query }),

    /** Same as `search`, with the names of the found entities. */
    searchInfos: (query: RelationsQuery, options: CallOptions = {}) =>
      rest.request<readonly RelationInfo[]>('POST', '/api/relations/info', { ...options, body: query }),
  }
}
