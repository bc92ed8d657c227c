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

/** What names one relation; the group is `COMMON` when absent. */
export interface RelationKey {
  readonly from: EntityId
  readonly to: EntityId
  readonly type: string
  readonly typeGroup?: RelationTypeGroup
}

export interface RelationFilter {
  /** All when absent. */
  readonly type?: string
  /** `COMMON` when absent. */
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
    /** Relates two entities; a relation that exists gets the new `additionalInfo`. */
    save: (relation: RelationInput, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/relation', { ...options, body: relation }),

    /** Throws `ApiError` 404. */
    get: (key: RelationKey, options: CallOptions = {}) =>
      rest.request<Relation>('GET', '/api/relation', { ...options, query: keyQuery(key) }),

    /** Throws `ApiError` 404 when there is none. */
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

    /** Relations that are met on the way from an entity, several levels deep. */
    search: (query: RelationsQuery, options: CallOptions = {}) =>
      rest.request<readonly Relation[]>('POST', '/api/relations', { ...options, body: query }),

    /** The same with the names of what was found. */
    searchInfos: (query: RelationsQuery, options: CallOptions = {}) =>
      rest.request<readonly RelationInfo[]>('POST', '/api/relations/info', { ...options, body: query }),
  }
}
