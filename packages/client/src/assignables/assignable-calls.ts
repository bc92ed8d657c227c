/**
 * Common calls of assets, entity views and edges: they belong to a tenant, and each can be assigned to one customer.
 */

import type { AssignableType } from '@sonde/model/assignables/assignable'
import type { EntitySubtype } from '@sonde/model/devices/device'
import type { PathOf, TypesWith } from '@sonde/model/entities/entity-kinds'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery, type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface AssignableListFilter {
  /** Only entities of this customer; required for customer users. */
  readonly customerId?: string
  readonly type?: string
}

/** Request and response types of one entity type. */
export interface AssignableShapes {
  readonly entity: unknown
  readonly info: unknown
  readonly input: unknown
  readonly search: unknown
}

export type AssignableCalls<S extends AssignableShapes> = ReturnType<typeof createAssignableCalls<S>>

/** Calls of an entity type by its name in paths: `asset`, `entityView`, `edge`. */
export function createAssignableCalls<S extends AssignableShapes>(rest: Rest, name: PathOf<AssignableType>) {
  const lists = <T>(
    ending: 's' | 'Infos',
    link: PageLink,
    { customerId, type }: AssignableListFilter,
    options: CallOptions,
  ) =>
    rest.request<PageData<T>>('GET', `/api/${customerId ? `customer/${customerId}` : 'tenant'}/${name}${ending}`, {
      ...options,
      query: { ...pageQuery(link), type: type || undefined },
    })

  return {
    /** Page of entities with their customers' titles. */
    list: (link: PageLink, filter: AssignableListFilter = {}, options: CallOptions = {}) =>
      lists<S['info']>('Infos', link, filter, options),

    /** Page of entities without the customers' titles. */
    listPlain: (link: PageLink, filter: AssignableListFilter = {}, options: CallOptions = {}) =>
      lists<S['entity']>('s', link, filter, options),

    /** Throws `ApiError` 404. */
    get: (id: string, options: CallOptions = {}) => rest.request<S['entity']>('GET', `/api/${name}/${id}`, options),

    /** Entity with its customer's title. Throws `ApiError` 404. */
    info: (id: string, options: CallOptions = {}) => rest.request<S['info']>('GET', `/api/${name}/info/${id}`, options),

    /** Entity of the tenant with exactly this name. Throws `ApiError` 404. */
    byName: (text: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('GET', `/api/tenant/${name}s`, { ...options, query: { [`${name}Name`]: text } }),

    /** Entities that are reachable from an entity along relations. */
    search: (query: S['search'], options: CallOptions = {}) =>
      rest.request<readonly S['entity'][]>('POST', `/api/${name}s`, { ...options, body: query }),

    /** Creates an entity, or updates it if `entity` has an id. Throws `ApiError` 400 if the name is taken. */
    save: (entity: S['input'], options: CallOptions = {}) =>
      rest.request<S['entity']>('POST', `/api/${name}`, { ...options, body: entity }),

    /** Deletes the entity with its attributes, telemetry, relations and alarms. */
    delete: (id: string, options: CallOptions = {}) => rest.request<void>('DELETE', `/api/${name}/${id}`, options),

    /** Entity types in use. */
    types: (options: CallOptions = {}) => rest.request<readonly EntitySubtype[]>('GET', `/api/${name}/types`, options),

    /** Assigns the entity to a customer and unassigns it from the previous one. */
    assignToCustomer: (id: string, customerId: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('POST', `/api/customer/${customerId}/${name}/${id}`, options),

    /** Unassigns the entity from its customer. Throws `ApiError` 400 if it has none. */
    unassignFromCustomer: (id: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('DELETE', `/api/customer/${name}/${id}`, options),

    /** Assigns the entity to the tenant's public customer. */
    makePublic: (id: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('POST', `/api/customer/public/${name}/${id}`, options),
  }
}

export type EdgeContentCalls<T> = ReturnType<typeof createEdgeContentCalls<T>>

/** Calls of entities that can be assigned to an edge, by their name in paths: `device`. */
export function createEdgeContentCalls<T>(
  rest: Rest,
  name: PathOf<TypesWith<{ readonly customers: 'one'; readonly edges: 'assigned' }>>,
) {
  return {
    /** Page of the entities of an edge; the time range applies to the time of assignment. */
    listOfEdge: (
      edgeId: string,
      link: TimePageLink,
      { type }: { readonly type?: string } = {},
      options: CallOptions = {},
    ) =>
      rest.request<PageData<T>>('GET', `/api/edge/${edgeId}/${name}s`, {
        ...options,
        query: { ...timePageQuery(link), type: type || undefined },
      }),

    /** Assigns the entity to an edge, which is notified by an event. */
    assignToEdge: (id: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<T>('POST', `/api/edge/${edgeId}/${name}/${id}`, options),

    /** Unassigns the entity from an edge, which is notified by an event. */
    unassignFromEdge: (id: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<T>('DELETE', `/api/edge/${edgeId}/${name}/${id}`, options),
  }
}
