/** What assets, entity views and edges have in common: a tenant has them, one customer may have each. */

import type { AssignableType } from '@sonde/model/assignables/assignable'
import type { EntitySubtype } from '@sonde/model/devices/device'
import type { PathOf, TypesWith } from '@sonde/model/entities/entity-kinds'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery, type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface AssignableListFilter {
  /** Only those of this customer; what customer users must name. */
  readonly customerId?: string
  readonly type?: string
}

/** The shapes of one kind. */
export interface AssignableShapes {
  readonly entity: unknown
  readonly info: unknown
  readonly input: unknown
  readonly search: unknown
}

export type AssignableCalls<S extends AssignableShapes> = ReturnType<typeof createAssignableCalls<S>>

/** Calls under the name that the kind has in paths: `asset`, `entityView`, `edge`. */
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
    /** A page, each with its customer's title. */
    list: (link: PageLink, filter: AssignableListFilter = {}, options: CallOptions = {}) =>
      lists<S['info']>('Infos', link, filter, options),

    /** The same page without the customers' titles. */
    listPlain: (link: PageLink, filter: AssignableListFilter = {}, options: CallOptions = {}) =>
      lists<S['entity']>('s', link, filter, options),

    /** Throws `ApiError` 404. */
    get: (id: string, options: CallOptions = {}) => rest.request<S['entity']>('GET', `/api/${name}/${id}`, options),

    /** With the customer's title. Throws `ApiError` 404. */
    info: (id: string, options: CallOptions = {}) => rest.request<S['info']>('GET', `/api/${name}/info/${id}`, options),

    /** The one of exactly this name in the tenant. Throws `ApiError` 404. */
    byName: (text: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('GET', `/api/tenant/${name}s`, { ...options, query: { [`${name}Name`]: text } }),

    /** Those to which relations lead from an entity. */
    search: (query: S['search'], options: CallOptions = {}) =>
      rest.request<readonly S['entity'][]>('POST', `/api/${name}s`, { ...options, body: query }),

    /** Creates one, or changes it when `entity` has an id. Throws `ApiError` 400 when the name is taken. */
    save: (entity: S['input'], options: CallOptions = {}) =>
      rest.request<S['entity']>('POST', `/api/${name}`, { ...options, body: entity }),

    /** Deletes it with its attributes, telemetry, relations and alarms. */
    delete: (id: string, options: CallOptions = {}) => rest.request<void>('DELETE', `/api/${name}/${id}`, options),

    /** Types in use. */
    types: (options: CallOptions = {}) => rest.request<readonly EntitySubtype[]>('GET', `/api/${name}/types`, options),

    /** Assigns it to a customer, and takes it from the one that it had. */
    assignToCustomer: (id: string, customerId: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('POST', `/api/customer/${customerId}/${name}/${id}`, options),

    /** Takes it from its customer. Throws `ApiError` 400 when it has none. */
    unassignFromCustomer: (id: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('DELETE', `/api/customer/${name}/${id}`, options),

    /** Assigns it to the tenant's public customer. */
    makePublic: (id: string, options: CallOptions = {}) =>
      rest.request<S['entity']>('POST', `/api/customer/public/${name}/${id}`, options),
  }
}

export type EdgeContentCalls<T> = ReturnType<typeof createEdgeContentCalls<T>>

/** Calls of what can be assigned to an edge, under the name that it has in paths: `device`. */
export function createEdgeContentCalls<T>(
  rest: Rest,
  name: PathOf<TypesWith<{ readonly customers: 'one'; readonly edges: 'assigned' }>>,
) {
  return {
    /** A page of those of an edge; times are those at which they were assigned. */
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

    /** Assigns it to an edge, which gets an event. */
    assignToEdge: (id: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<T>('POST', `/api/edge/${edgeId}/${name}/${id}`, options),

    /** Takes it from an edge, which gets an event. */
    unassignFromEdge: (id: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<T>('DELETE', `/api/edge/${edgeId}/${name}/${id}`, options),
  }
}
