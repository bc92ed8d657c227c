/** Default storage and access rules of plain entity types. Types that differ have their own descriptor. */

import { kindOf, type PlainType, type TextOf } from '@sonde/model/entities/entity-kinds'
import { assignableColumns, type Columns } from './columns.ts'
import { namedFields } from './entity-descriptor.ts'
import { assignableRules } from './rules.ts'

type TextColumns<T extends PlainType> = { readonly [name in TextOf<T>]: 'text or null' }

export type PlainDescriptor<T extends PlainType> = ReturnType<typeof plainDescriptor<T>>

export function plainDescriptor<T extends PlainType>(type: T) {
  const texts: readonly string[] = kindOf(type).texts
  const named = <Value>(columnOf: (name: string) => Value) =>
    Object.fromEntries(texts.map((name) => [name, columnOf(name)]))
  const columns: Columns = { ...assignableColumns, ...named(() => 'text or null' as const) }
  return {
    table: type.toLowerCase() as Lowercase<T>,
    columns: columns as typeof assignableColumns & TextColumns<T>,
    nameColumn: 'name',
    owner: { tenant: 'tenant_id', customer: 'customer_id' },
    rules: assignableRules,
    query: {
      fields: { ...namedFields, ...named((name) => name), additionalInfo: 'additional_info' },
      typeColumn: 'type',
    },
    trash: { typeColumn: 'type' },
    removal: 'second',
  } as const
}
