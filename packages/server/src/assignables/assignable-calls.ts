/** Routes that devices, assets, entity views and edges have in common, under the path of each type. */

import type { Assignable, AssignableType, Info } from '@sonde/model/assignables/assignable'
import { bulkImportRequest, bulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import { entitySubtype } from '@sonde/model/devices/device'
import { kindOf, wordOf } from '@sonde/model/entities/entity-kinds'
import { badRequest } from '@sonde/model/errors'
import { isUuid } from '@sonde/model/ids'
import type { RelationSearch } from '@sonde/model/relations/relation'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type, { type TProperties, type TSchema } from 'typebox'
import { type BulkImport, importBytesMax } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import { assignment, changesNothing, namedInPath } from '../http/route-audit.ts'
import { requireQueryParts } from '../relations/query-parts.ts'
import type { AssignableService, ListNarrowing } from './assignable-service.ts'

export interface AssignableRoutes<F extends object = object> {
  readonly type: AssignableType
  readonly tag: string
  readonly schema: TSchema
  readonly infoSchema: TSchema
  /** Body of a search along relations; the requested types are in `<path>Types`. */
  readonly searchSchema: TSchema
  /** Summary of the delete route in the API document: what it deletes and what it leaves. */
  readonly removal: string
  /** Absent: no import from CSV. */
  readonly bulkImport?: BulkImport
  /**
   * Whether to register `GET /api/<path>s`, which returns entities by ID. Edges have their own route there, entity
   * views none.
   */
  readonly byIds: boolean
  /** Query parameters that filter lists, besides the type. */
  readonly narrowing?: TProperties
  readonly narrowingOf?: (query: Readonly<Record<string, unknown>>) => F
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const byCustomer = Type.Object({ customerId: uuid })
const typed = { ...pageQuery, type: Type.Optional(Type.String()) }

const importQuery = Type.Object({
  listCreated: Type.Optional(Type.Boolean({ description: 'Added by Sonde: lists the first 1000 created entities' })),
  listUpdated: Type.Optional(
    Type.Boolean({
      description: 'Added by Sonde: lists the state of the first 1000 updated entities before the import',
    }),
  ),
})

type Search = { readonly parameters: RelationSearch; readonly relationType?: string | null } & {
  readonly [types in `${string}Types`]: readonly string[]
}

/** Parses and validates comma-separated IDs. `word`: name of the type in error messages. */
export function idsOf(text: string, word: string): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  if (ids.length === 0) throw badRequest(`Specify the ID of ${word}, or several separated by commas.`)
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined) throw badRequest(`${wrong} isn’t the ID of ${word}.`)
  return ids.map((id) => id.toLowerCase())
}

export function registerAssignableRoutes<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  service: AssignableService<T, I, F>,
  names: AssignableRoutes<F>,
): void {
  registerLists(routes, service, names)
  registerReading(routes, service, names)
  registerOwners(routes, service, names)
  registerRemoval(routes, service, names)
  registerImport(routes, names)
}

function registerLists<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  service: AssignableService<T, I, F>,
  { type, tag, schema, infoSchema, searchSchema, byIds, narrowing = {}, narrowingOf }: AssignableRoutes<F>,
): void {
  const { path, one, many } = kindOf(type)
  const listQuery = Type.Object({ ...typed, ...narrowing })
  // An empty type means no filter: forms send it.
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
    summary: `List ${many} of the tenant, or get the one named by ${nameParameter}`,
    tag,
    schema: { query: listOrNameQuery, response: Type.Union([pageOf(schema), schema]) },
    async handle({ scope, query }) {
      const name = (query as Record<string, unknown>)[nameParameter]
      if (typeof name === 'string') return service.getByName(scope, name)
      const { pageSize, page } = query
      if (pageSize === undefined || page === undefined) throw badRequest('Specify pageSize and page.')
      return service.plainPage(await service.list(scope, filterOf(query), linkOf({ ...query, pageSize, page })))
    },
  })
  routes.add({
    method: 'GET',
    path: `/api/tenant/${path}Infos`,
    authorities: tenantAdmin,
    summary: `List ${many} of the tenant with their customers`,
    tag,
    schema: { query: listQuery, response: pageOf(infoSchema) },
    handle: ({ scope, query }) => service.list(scope, filterOf(query), linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: `/api/customer/:customerId/${path}s`,
    authorities: tenantUsers,
    summary: `List ${many} of a customer`,
    tag,
    schema: { params: byCustomer, query: listQuery, response: pageOf(schema) },
    handle: async ({ scope, params, query }) =>
      service.plainPage(await service.listOfCustomer(scope, params.customerId, filterOf(query), linkOf(query))),
  })
  routes.add({
    method: 'GET',
    path: `/api/customer/:customerId/${path}Infos`,
    authorities: tenantUsers,
    summary: `List ${many} of a customer with the customer's title`,
    tag,
    schema: { params: byCustomer, query: listQuery, response: pageOf(infoSchema) },
    handle: ({ scope, params, query }) =>
      service.listOfCustomer(scope, params.customerId, filterOf(query), linkOf(query)),
  })
  routes.add({
    method: 'POST',
    path: `/api/${path}s`,
    authorities: tenantUsers,
    summary: `Find ${many} by relations from an entity`,
    tag,
    audit: changesNothing,
    authorize: (_scope, body) => requireQueryParts(body, ['parameters', `${path}Types`]),
    schema: { body: searchSchema, response: Type.Array(schema) },
    handle({ scope, body }) {
      const search = body as Search
      return service.search(scope, search.parameters, search.relationType, search[`${path}Types`] ?? [])
    },
  })
  if (!byIds) return
  const idsParameter = `${path}Ids`
  routes.add({
    method: 'GET',
    path: `/api/${path}s`,
    authorities: tenantUsers,
    summary: `Get ${many} by comma-separated IDs; unknown IDs are left out`,
    tag,
    schema: { query: Type.Object({ [idsParameter]: Type.String() }), response: Type.Array(schema) },
    handle: ({ scope, query }) =>
      service.findMany(scope, idsOf((query as Record<string, string>)[idsParameter] ?? '', one)),
  })
}

function registerReading<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  service: AssignableService<T, I, F>,
  { type, tag, schema, infoSchema }: AssignableRoutes<F>,
): void {
  const { path, one, many } = kindOf(type)
  const { params, idOf } = entityIdParam(path)
  routes.add({
    method: 'GET',
    path: `/api/${path}/types`,
    authorities: tenantUsers,
    summary: `List types of ${many} in use`,
    tag,
    schema: { response: Type.Array(entitySubtype) },
    handle: ({ scope }) => service.types(scope),
  })
  routes.add({
    method: 'GET',
    path: `/api/${path}/:${path}Id`,
    authorities: tenantUsers,
    summary: `Get ${one}`,
    tag,
    schema: { params, response: schema },
    handle: ({ scope, params }) => service.get(scope, idOf(params)),
  })
  routes.add({
    method: 'GET',
    path: `/api/${path}/info/:${path}Id`,
    authorities: tenantUsers,
    summary: `Get ${one} with its customer`,
    tag,
    schema: { params, response: infoSchema },
    handle: ({ scope, params }) => service.getInfo(scope, idOf(params)),
  })
}

function registerOwners<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  service: AssignableService<T, I, F>,
  { type, tag, schema }: AssignableRoutes<F>,
): void {
  const { path, one } = kindOf(type)
  const { params, idOf } = entityIdParam(path)
  routes.add({
    method: 'POST',
    path: `/api/customer/:customerId/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: `Assign ${one} to a customer`,
    tag,
    audit: assignment('ASSIGNED_TO_CUSTOMER', type),
    schema: { params: Type.Object({ customerId: uuid, ...params.properties }), response: schema },
    handle: ({ scope, params }) => service.assign(scope, params.customerId, idOf(params)),
  })
  routes.add({
    method: 'POST',
    path: `/api/customer/public/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: `Make ${one} public`,
    tag,
    audit: assignment('ASSIGNED_TO_CUSTOMER', type),
    schema: { params, response: schema },
    handle: ({ scope, params }) => service.makePublic(scope, idOf(params)),
  })
  routes.add({
    method: 'DELETE',
    path: `/api/customer/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: `Unassign ${one} from its customer`,
    tag,
    audit: assignment('UNASSIGNED_FROM_CUSTOMER', type),
    schema: { params, response: schema },
    handle: ({ scope, params }) => service.unassign(scope, idOf(params)),
  })
}

function registerRemoval<T extends Assignable, I extends Info<T>, F extends object>(
  routes: Routes,
  service: AssignableService<T, I, F>,
  { type, tag, removal }: AssignableRoutes<F>,
): void {
  const { path } = kindOf(type)
  const { params, idOf } = entityIdParam(path)
  routes.add({
    method: 'DELETE',
    path: `/api/${path}/:${path}Id`,
    authorities: tenantAdmin,
    summary: removal,
    tag,
    audit: namedInPath('DELETED', type),
    schema: { params, response: Type.Void() },
    handle: ({ scope, params }) => service.remove(scope, idOf(params)),
  })
}

function registerImport(routes: Routes, { type, tag, bulkImport }: AssignableRoutes): void {
  if (!bulkImport) return
  const { path, many } = kindOf(type)
  const word = wordOf(type)
  routes.add({
    method: 'POST',
    path: `/api/${path}/bulk_import`,
    authorities: tenantAdmin,
    summary: `Import ${many} from CSV text`,
    tag,
    audit: 'none: what was imported is logged, entity by entity',
    bodyBytesMax: importBytesMax,
    example: {
      file: `name,type\n${word} 1,${word}`,
      mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }], header: true },
    },
    schema: { query: importQuery, body: bulkImportRequest, response: bulkImportResult },
    handle: ({ scope, query, body }) =>
      bulkImport.run(scope, body, { listsCreated: query.listCreated, listsUpdated: query.listUpdated }),
  })
}

/** Path parameter with the ID of an entity, such as `assetId`. */
export function entityIdParam(path: string) {
  const name = `${path}Id`
  return {
    params: Type.Object({ [name]: uuid }),
    idOf: (params: object): string => (params as Record<string, string>)[name] ?? '',
  }
}
