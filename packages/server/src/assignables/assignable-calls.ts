/** The calls that devices, assets, entity views and edges have alike, under the names of each. */

import type { Assignable, AssignableType, Info } from '@sonde/model/assignables/assignable'
import { entitySubtype } from '@sonde/model/devices/device'
import { kindOf } from '@sonde/model/entities/entity-kinds'
import { badRequest } from '@sonde/model/errors'
import { isUuid } from '@sonde/model/ids'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { AssignableService, ListNarrowing } from './assignable-service.ts'

export interface AssignableRoutes<F extends object = object> {
  readonly type: AssignableType
  readonly tag: string
  readonly schema: TSchema
  readonly infoSchema: TSchema
  /** Whether `GET /api/<path>s` answers entities by their ids; edges and entity views have more under that path. */
  readonly byIds: boolean
  /** What lists are narrowed by besides the type. */
  readonly narrowing?: TProperties
  readonly narrowingOf?: (query: Readonly<Record<string, unknown>>) => F
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const byCustomer = Type.Object({ customerId: uuid })
const typed = { ...pageQuery, type: Type.Optional(Type.String()) }

/** The ids of a query, checked; `word` names what they are of. */
export function idsOf(text: string, word: string): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined) throw badRequest(`${wrong} is not the id of ${word}.`)
  return ids.map((id) => id.toLowerCase())
}

export function registerAssignableRoutes<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  things: AssignableService<T, I, F>,
  names: AssignableRoutes<F>,
): void {
  registerLists(routes, things, names)
  registerReading(routes, things, names)
  registerOwners(routes, things, names)
}

function registerLists<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  things: AssignableService<T, I, F>,
  { type, tag, schema, infoSchema, byIds, narrowing = {}, narrowingOf }: AssignableRoutes<F>,
): void {
  const { path, one, many } = kindOf(type)
  const listQuery = Type.Object({ ...typed, ...narrowing })
  // An empty type is none: forms send it so.
  const filterOf = (query: { readonly type?: string }): ListNarrowing<F> =>
    ({ type: query.type || undefined, ...narrowingOf?.(query) }) as ListNarrowing<F>
  const nameParameter = `${path}Name`
  const listOrNameQuery = Type.Object({
    ...listQuery.properties,
    pageSize: Type.Optional(pageQuery.pageSize),
    page: Type.Optional(pageQuery.page),
    [nameParameter]: Type.Optional(Type.String()),
  })
  routes.add({
    method: 'GET',
    path: `/api/tenant/${path}s`,
    authorities: tenantAdmin,
    summary: `A page of the tenant's ${many}, or the one named by ${nameParameter}`,
    tag,
    schema: { query: listOrNameQuery, response: Type.Union([pageOf(schema), schema]) },
    async handle({ scope, query }) {
      const name = (query as Record<string, unknown>)[nameParameter]
      if (typeof name === 'string') return things.getByName(scope, name)
      const { pageSize, page } = query
      if (pageSize === undefined || page === undefined) throw badRequest('Name pageSize and page.')
      return things.plainPage(await things.list(scope, filterOf(query), linkOf({ ...query, pageSize, page })))
    },
  })
  routes.add({
    method: 'GET',
    path: `/api/tenant/${path}Infos`,
    authorities: tenantAdmin,
    summary: `A page of the tenant's ${many} with their customers`,
    tag,
    schema: { query: listQuery, response: pageOf(infoSchema) },
    handle: ({ scope, query }) => things.list(scope, filterOf(query), linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: `/api/customer/:customerId/${path}s`,
    authorities: tenantUsers,
    summary: `A page of a customer's ${many}`,
    tag,
    schema: { params: byCustomer, query: listQuery, response: pageOf(schema) },
    handle: async ({ scope, params, query }) =>
      things.plainPage(await things.listOfCustomer(scope, params.customerId, filterOf(query), linkOf(query))),
  })
  routes.add({
    method: 'GET',
    path: `/api/customer/:customerId/${path}Infos`,
    authorities: tenantUsers,
    summary: `A page of a customer's ${many} with the customer`,
    tag,
    schema: { params: byCustomer, query: listQuery, response: pageOf(infoSchema) },
    handle: ({ scope, params, query }) =>
      things.listOfCustomer(scope, params.customerId, filterOf(query), linkOf(query)),
  })
  if (!byIds) return
  const idsParameter = `${path}Ids`
  routes.add({
    method: 'GET',
    path: `/api/${path}s`,
    authorities: tenantUsers,
    summary: `${many} by their ids, separated by commas; unknown ones are left out`,
    tag,
    schema: { query: Type.Object({ [idsParameter]: Type.String() }), response: Type.Array(schema) },
    handle: ({ scope, query }) =>
      things.findMany(scope, idsOf((query as Record<string, string>)[idsParameter] ?? '', one)),
  })
}

function registerReading<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  things: AssignableService<T, I, F>,
  { type, tag, schema, infoSchema }: AssignableRoutes<F>,
): void {
  const { path, one, many } = kindOf(type)
  const { params, idOf } = thingId(path)
  routes.add({
    method: 'GET',
    path: `/api/${path}/types`,
    authorities: tenantUsers,
    summary: `Types of ${many} in use`,
    tag,
    schema: { response: Type.Array(entitySubtype) },
    handle: ({ scope }) => things.types(scope),
  })
  routes.add({
    method: 'GET',
    path: `/api/${path}/:${path}Id`,
    authorities: tenantUsers,
    summary: `${one}`,
    tag,
    schema: { params, response: schema },
    handle: ({ scope, params }) => things.get(scope, idOf(params)),
  })
  routes.add({
    method: 'GET',
    path: `/api/${path}/info/:${path}Id`,
    authorities: tenantUsers,
    summary: `${one} with its customer`,
    tag,
    schema: { params, response: infoSchema },
    handle: ({ scope, params }) => things.getInfo(scope, idOf(params)),
  })
}

function registerOwners<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  things: AssignableService<T, I, F>,
  { type, tag, schema }: AssignableRoutes<F>,
): void {
  const { path, one } = kindOf(type)
  const { params, idOf } = thingId(path)
  routes.add({
    method: 'POST',
    path: `/api/customer/:customerId/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: `Assigns ${one} to a customer`,
    tag,
    schema: { params: Type.Object({ customerId: uuid, ...params.properties }), response: schema },
    handle: ({ scope, params }) => things.assign(scope, params.customerId, idOf(params)),
  })
  routes.add({
    method: 'POST',
    path: `/api/customer/public/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: `Makes ${one} public`,
    tag,
    schema: { params, response: schema },
    handle: ({ scope, params }) => things.makePublic(scope, idOf(params)),
  })
  routes.add({
    method: 'DELETE',
    path: `/api/customer/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: `Takes ${one} from its customer`,
    tag,
    schema: { params, response: schema },
    handle: ({ scope, params }) => things.unassign(scope, idOf(params)),
  })
}

/** The parameter that names one entity in paths: `assetId`. */
export function thingId(path: string) {
  const name = `${path}Id`
  return {
    params: Type.Object({ [name]: uuid }),
    idOf: (params: object): string => (params as Record<string, string>)[name] ?? '',
  }
}
