/** Settings that select a related entity. */

import { entityTypes } from '@sonde/model/ids'
import { searchDirections } from '@sonde/model/relations/relation'
import { setting } from '@sonde/model/rule-nodes/node-settings'
import Type from 'typebox'
import type { RelatedQuery } from '../engine/rule-node.ts'

const direction = Type.Enum([...searchDirections], { title: 'Direction', default: 'FROM' })
const maxLevel = Type.Integer({ title: 'Levels', description: '0 = unlimited', default: 1 })
const fetchLastLevelOnly = Type.Boolean({ title: 'Last level only', default: false })

const firstLevel = { direction: 'FROM', maxLevel: 1, fetchLastLevelOnly: false } as const

const contains: RelatedQuery = { ...firstLevel, filters: [{ relationType: 'Contains', entityTypes: [] }] }

const relationsSchema = Type.Object(
  {
    direction,
    maxLevel,
    fetchLastLevelOnly,
    filters: Type.Array(
      Type.Object({
        relationType: Type.String({ title: 'Relation type' }),
        entityTypes: Type.Array(Type.Enum([...entityTypes]), { title: 'Entity types', description: 'If empty: all' }),
      }),
      { title: 'Filters', description: 'If empty: all relations' },
    ),
  },
  { title: 'Relations', default: contains },
)

const relations = {
  initial: contains,
  read: withDefaults,
  problem: (key: string) =>
    `"${key}" must be {direction, maxLevel, fetchLastLevelOnly, filters: [{relationType, entityTypes}]}.`,
} as const

/** Selects the related entity; if several match, the first one is used. */
export const relationsQuery = setting(relationsSchema, { ...relations, fallback: undefined })

/** Like `relationsQuery`, but nullable, for nodes that need it only in some configurations. */
export const optionalRelationsQuery = setting(
  Type.Union([relationsSchema, Type.Null()], { title: 'Relations', default: contains, whenMissing: null }),
  {
    ...relations,
    fallback: null,
  },
)

const containedDevices = { ...firstLevel, relationType: 'Contains', deviceTypes: ['default'] }

const devicesSchema = Type.Object(
  {
    direction,
    maxLevel,
    fetchLastLevelOnly,
    relationType: Type.String({ title: 'Relation type', default: 'Contains' }),
    deviceTypes: Type.Array(Type.String(), { title: 'Device profiles' }),
  },
  { title: 'Related devices', default: containedDevices },
)

export const deviceRelationsQuery = setting(devicesSchema, {
  initial: containedDevices,
  fallback: undefined,
  read: withDefaults,
  problem: (key) => `"${key}" must be {direction, maxLevel, fetchLastLevelOnly, relationType, deviceTypes}.`,
})

/** Fills in defaults: in the wire format values can be null, and default values can be omitted. */
function withDefaults(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const query = value as Readonly<Record<string, unknown>>
  const list = (key: string) => (key in query ? { [key]: query[key] ?? [] } : {})
  return {
    ...query,
    direction: query.direction ?? 'FROM',
    maxLevel: query.maxLevel ?? 1,
    fetchLastLevelOnly: query.fetchLastLevelOnly ?? false,
    ...list('deviceTypes'),
    filters: Array.isArray(query.filters) ? query.filters.map(filterOf) : [],
  }
}

function filterOf(filter: unknown): unknown {
  if (typeof filter !== 'object' || filter === null) return filter
  const { relationType, entityTypes } = filter as Readonly<Record<string, unknown>>
  return { relationType: relationType ?? '', entityTypes: entityTypes ?? [] }
}
