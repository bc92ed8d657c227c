import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmDataQuery, entityCountQuery, entityDataQuery } from '@sonde/model/entity-query/entity-query'
import Type from 'typebox'
import { sharedPartsOf } from './shared-parts.ts'

const length = (value: unknown) => JSON.stringify(value).length

/** Replaces each reference by the part that it refers to. */
function whole(value: unknown, parts: Record<string, object>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => whole(each, parts))
  const { $id, ...rest } = value as { $id?: string; $ref?: string }
  if (rest.$ref !== undefined) return whole(parts[rest.$ref], parts)
  return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, whole(each, parts)]))
}

test('what queries over entities have in common is a part, once, and nothing of them changes', () => {
  const queries = [entityDataQuery, entityCountQuery, alarmDataQuery]
  const { parts, withReferences } = sharedPartsOf(queries)
  for (const query of queries) assert.deepEqual(whole(withReferences(query), parts), JSON.parse(JSON.stringify(query)))
  const rewritten = [...Object.values(parts), ...queries.map(withReferences)].map(length)
  const all = rewritten.reduce((sum, each) => sum + each, 0)
  assert.ok(all * 4 < length(queries), `${all} characters instead of ${length(queries)}`)
})

test('a part holds others, what is short or occurs once stays, and a map of properties is no schema', () => {
  const long = (title: string) => Type.String({ title: title.repeat(200) })
  const inner = Type.Object({ a: long('a') })
  const outer = Type.Object({ inner, also: Type.Array(inner), b: long('b') })
  const one = Type.Object({ outer, flag: Type.Boolean(), only: long('c') })
  const other = Type.Object({ outer: Type.Optional(outer), flag: Type.Boolean() })
  const { parts, withReferences } = sharedPartsOf([one, other])
  assert.deepEqual(Object.values(withReferences(one)), [
    'object',
    ['outer', 'flag', 'only'],
    { outer: { $ref: 'part-1' }, flag: Type.Boolean(), only: long('c') },
  ])
  assert.deepEqual(Object.keys(parts).sort(), ['part-1', 'part-2'])
  assert.deepEqual(withReferences(inner), inner)
})
