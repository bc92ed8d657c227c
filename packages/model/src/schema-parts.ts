/** Pieces that the schemas of many rooms share: ids as the wire carries them, texts with their length. */

import Type, { type TNull, type TOptional, type TSchema, type TUnion } from 'typebox'
import { type EntityType, entityTypes, type Uuid } from './ids.ts'
import { type PageLink, type SortDirection, sortDirections } from './paging.ts'

/** UTF-16 units of names, labels, types and titles. */
export const nameLengthMax = 255

export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
export const uuid = Type.String({ pattern: uuidPattern })

/** `{ entityType, id }` of one type. */
export const idOf = <T extends EntityType>(entityType: T) =>
  Type.Object({ entityType: Type.Literal(entityType), id: Type.Unsafe<Uuid<T>>(uuid) })

/** The same where callers may leave the type out. */
export const looseIdOf = <T extends EntityType>(entityType: T) =>
  Type.Object({ entityType: Type.Optional(Type.Literal(entityType)), id: uuid })

export const anyEntityId = Type.Object({ entityType: Type.Enum([...entityTypes]), id: uuid })

/** May be absent or null. */
export const nullish = <S extends TSchema>(schema: S): TOptional<TUnion<[S, TNull]>> =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> => Type.Union([schema, Type.Null()])

export const name = Type.String({ minLength: 1, maxLength: nameLengthMax })

export const text = Type.String({ maxLength: nameLengthMax })

export const epochMs = Type.Number({ description: 'Epoch milliseconds' })

/** The last time that a date holds. */
export const epochMsMax = 8.64e15
/** A time that callers give, to be stored: what is beyond could not be read again. */
export const epochMsInput = Type.Integer({
  minimum: -epochMsMax,
  maximum: epochMsMax,
  description: 'Epoch milliseconds',
})

/** Free JSON that clients keep beside an entity. */
export const additionalInfo = Type.Unknown({ description: 'Free JSON' })

/** Rows of one page; who asks for more gets so many, and the rest on the pages after it. */
export const pageSizeMax = 10_000
/** What the wire's integers hold. */
export const pageMax = 2 ** 31 - 1

/** Query parameters of every list; spread them into a route's query. */
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

/** A page of something, as answers carry it. */
export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({
    data: Type.Array(item),
    totalPages: Type.Integer(),
    totalElements: Type.Integer(),
    hasNext: Type.Boolean(),
  })

/** The page link of a query; an empty search or sort property counts as none. */
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
