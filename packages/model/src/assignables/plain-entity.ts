/** API schemas of plain entities. The catalog of entity types lists the plain types and their text fields. */

import Type, { type Static, type TSchema } from 'typebox'
import { kindOf, type PathOf, type PlainType, type TextOf } from '../entities/entity-kinds.ts'
import type { EntityId } from '../ids.ts'
import { relationSearch } from '../relations/relation.ts'
import { nullable, nullish, text } from '../schema-parts.ts'
import { type Assignable, assignableFields, assignableInputFields, type Info, ownerFields } from './assignable.ts'

/** Entity of a plain type, as described by the schema from `plainSchemas`. */
export type PlainEntity<T extends PlainType = PlainType> = Assignable & { readonly id: EntityId<T> } & {
  readonly [name in TextOf<T>]: string | null
}

export type PlainInfo<T extends PlainType = PlainType> = Info<PlainEntity<T>>

interface LooseId<T extends string> {
  readonly entityType?: T
  readonly id: string
}

export type PlainInput<T extends PlainType = PlainType> = {
  readonly id?: LooseId<T> | null
  readonly name: string
  readonly type: string
  /** Only read on creation. */
  readonly customerId?: LooseId<'CUSTOMER'> | null
  readonly additionalInfo?: unknown
} & { readonly [name in TextOf<T>]?: string | null }

/** Search along relations; the `…Types` field (such as `assetTypes`) lists the wanted types. */
export type PlainSearch<T extends PlainType = PlainType> = {
  readonly parameters: Static<typeof relationSearch>
  readonly relationType?: string | null
} & { readonly [types in `${PathOf<T>}Types`]: readonly string[] }

/** Schemas of a plain type's API calls. */
export function plainSchemas(type: PlainType) {
  const { path, texts } = kindOf(type)
  const each = <S extends TSchema>(schema: S) => Object.fromEntries(texts.map((name): [string, S] => [name, schema]))
  const entity = Type.Object({ ...assignableFields(type), ...each(nullable(text)) })
  return {
    entity,
    info: Type.Object({ ...entity.properties, ...ownerFields }),
    input: Type.Object({ ...assignableInputFields(type), ...each(nullish(text)) }),
    search: Type.Object({
      parameters: relationSearch,
      relationType: nullish(text),
      [`${path}Types`]: Type.Array(Type.String()),
    }),
  }
}

/** The schemas by their names in the API document: `Asset`, `AssetInfo`, `AssetInput`, `AssetSearchQuery`. */
export function namedPlainSchemas(type: PlainType): Readonly<Record<string, TSchema>> {
  const { path } = kindOf(type)
  const name = path.charAt(0).toUpperCase() + path.slice(1)
  const { entity, info, input, search } = plainSchemas(type)
  return { [name]: entity, [`${name}Info`]: info, [`${name}Input`]: input, [`${name}SearchQuery`]: search }
}
