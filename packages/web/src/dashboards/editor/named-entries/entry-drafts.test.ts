import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { aliasTypes, withAliasType } from '@sonde/model/dashboards/editing/alias-filters'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editedFilter } from '../aliases/alias-form.tsx'
import { draftsOf, freeName, keyOf, nameFaults, storedOf, withItemChanged, withTrimmedNames } from './entry-drafts.ts'

const stored: JsonObject = {
  a: { id: 'a', alias: 'Pumps', filter: { type: 'entityType', entityType: 'DEVICE' }, mine: 1 },
  broken: 'text',
  b: { id: 'b', alias: ' Rooms', filter: null },
}

test('what nobody changed is the same object, also what the dialog doesn’t show', () => {
  const drafts = draftsOf(stored)
  expect(drafts.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(storedOf(stored, withTrimmedNames(stored, drafts, 'alias'))).toBe(stored)

  const renamed = drafts.map((one) => (one.id === 'a' ? { id: 'a', json: { ...one.json, alias: ' Valves ' } } : one))
  const next = storedOf(stored, withTrimmedNames(stored, renamed, 'alias'))
  expect(next.a).toEqual({ ...(stored.a as object), alias: 'Valves' })
  expect(next.b).toBe(stored.b)
  expect(next.broken).toBe('text')
  expect(storedOf(stored, drafts.slice(1))).toEqual({ broken: 'text', b: stored.b })
})

test('names are required and unique, with regard to case; what the dashboard came with doesn’t block', () => {
  const twice: JsonObject = { a: { alias: 'Pumps' }, b: { alias: 'Pumps' }, c: { alias: '' } }
  const drafts = draftsOf(twice)
  expect(nameFaults(twice, drafts, 'alias').size).toBe(0)
  const changed = [
    ...drafts,
    { id: 'd', json: { alias: ' Pumps ' } },
    { id: 'e', json: { alias: 'pumps' } },
    { id: 'f', json: { alias: ' ' } },
  ]
  expect([...nameFaults(twice, changed, 'alias')]).toEqual([
    ['d', 'nameTaken'],
    ['f', 'nameRequired'],
  ])
  expect(freeName(changed, 'alias', (attempt) => (attempt === 1 ? 'Pumps' : `Pumps ${attempt}`))).toBe('Pumps 2')
})

test('a changed item of a list keeps its key', () => {
  const [one, other] = [{ type: 'Contains' }, { type: 'Manages' }]
  const list = [one, 'text', other]
  expect(keyOf(one)).not.toBe(keyOf(other))
  const next = { ...one, type: 'Uses' }
  expect(withItemChanged(list, one, next)).toEqual([next, 'text', other])
  expect(keyOf(next)).toBe(keyOf(one))
  expect(withItemChanged(list, one, one)).toBe(list)
})

test('an alias of any type, with members that the form doesn’t know, is stored as it was', () => {
  const alias = fc
    .tuple(fc.constantFrom(...aliasTypes), fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue()))
    .map(([type, resolveMultiple, others]) => ({
      id: type,
      alias: type,
      filter: { ...others, ...withAliasType({}, type), resolveMultiple, custom: others },
      unknownKey: others,
    }))
  fc.assert(
    fc.property(fc.uniqueArray(alias, { selector: ({ id }) => id }), (aliases) => {
      const before: JsonObject = Object.fromEntries(aliases.map((one) => [one.id, one]))
      const wire = JSON.stringify(before)
      const drafts = draftsOf(before)
      for (const { json } of drafts) expect(editedFilter(json)).toBe(json.filter)
      expect(storedOf(before, drafts)).toBe(before)
      // Also when another one is added.
      const more = storedOf(before, [...drafts, { id: 'new', json: {} }])
      for (const { id } of aliases) expect(more[id]).toBe(before[id])
      expect(JSON.stringify(before)).toBe(wire)
    }),
  )
})
