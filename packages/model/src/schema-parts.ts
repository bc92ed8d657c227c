/** Schema parts shared by many modules: ids of the API, texts with a maximum length. */

import Type, { type TNull, type TOptional, type TSchema, type TUnion } from 'typebox'
import { type EntityType, entityTypes, type Uuid } from './ids.ts'
import { type PageLink, type SortDirection, sortDirections } from './paging.ts'

/** Maximum UTF-16 units of names, labels, types and titles. */
export const nameLengthMax = 255

export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
export const uuid = Type.String({ pattern: uuidPattern })

/** `{ entityType, id }` of one type. */
export const idOf = <T extends EntityType>(entityType: T) =>
  Type.Object({ entityType: Type.Literal(entityType), id: Type.Unsafe<Uuid<T>>(uuid) })

/** `{ entityType, id }` of one type; callers may omit `entityType`. */
export const looseIdOf = <T extends EntityType>(entityType: T) =>
  Type.Object({ entityType: Type.Optional(Type.Literal(entityType)), id: uuid })

export const anyEntityId = Type.Object({ entityType: Type.Enum([...entityTypes]), id: uuid })

/** Optional and nullable. */
export const nullish = <S extends TSchema>(schema: S): TOptional<TUnion<[S, TNull]>> =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> => Type.Union([schema, Type.Null()])

export const name = Type.String({ minLength: 1, maxLength: nameLengthMax })

export const text = Type.String({ maxLength: nameLengthMax })

export const epochMs = Type.Number({ description: 'Epoch milliseconds' })

/** Maximum time that a `Date` can represent. */
export const epochMsMax = 8.64e15
/** Time in a request, limited to what a `Date` can represent so that it can be read again. */
export const epochMsInput = Type.Integer({
  minimum: -epochMsMax,
  maximum: epochMsMax,
  description: 'Epoch milliseconds',
})

/** Free JSON that clients store with an entity. */
export const additionalInfo = Type.Unknown({ description: 'Free JSON' })

/** Maximum rows of one page. Larger page sizes are reduced to it, and the remaining rows are on the following pages. */
export const pageSizeMax = 10_000
/** Maximum of an integer in the API (32 bits, signed). */
export const pageMax = 2 ** 31 - 1

/** Query parameters of all lists; spread them into a route's query. */
export const pageQuery = {
  pageSize: Type.Integer({
    minimum: 1,
    maximum: pageMax,
    description: `Rows per page, at most ${pageSizeMax}; larger values are reduced to it`,
  }),
  page: Type.Integer({ minimum: 0, maximum: pageMax }),
  textSearch: Type.Optional(Type.String()),
  sortProperty: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.Enum([...sortDirections])),
}

/** Page of items in a response. */
export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({
    data: Type.Array(item),
    totalPages: Type.Integer(),
    totalElements: Type.Integer(),
    hasNext: Type.Boolean(),
  })

/** Page link of a query; an empty search or sort property counts as absent. */
export const linkOf = (query: {
  readonly pageSize: number
  readonly page: number
  readonly textSearch?: string
  readonly sortProperty?: string
  readonly sortOrder?: SortDirection
}): PageLink => ({
  pageSize: Math.min(query.pageSize, pageSizeMax),
  page: query.page,
  ...(query.textSearch && { textSearch: query.textSearch }),
  ...(query.sortProperty && { sortProperty: query.sortProperty }),
  ...(query.sortOrder && { sortOrder: query.sortOrder }),
})
