import { expect, test } from 'vitest'
import { namedType, unresolvedAliases, upgraded, withEntities } from './import-aliases.ts'

let made = 0
const parts = { nowMs: 0, newId: () => `00000000-0000-4000-8000-00000000000${made++}` }
const context = { authority: 'TENANT_ADMIN', tenantId: 't', customerId: null, userId: 'u', stateParams: {} } as const
const [a, b, c, gone] = ['a', 'b', 'c', 'd'].map((letter) => `${letter}0000000-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
  string,
]
const single = (id: string) => ({
  type: 'singleEntity',
  resolveMultiple: false,
  singleEntity: { entityType: 'DEVICE', id },
})
const configuration = {
  states: {},
  description: 'Kept',
  entityAliases: {
    [a]: { id: a, alias: 'Gone', filter: single(gone) },
    [b]: { id: b, alias: 'State', filter: { type: 'stateEntity', resolveMultiple: false } },
    [c]: { id: c, alias: 'All', filter: { type: 'entityType', resolveMultiple: true, entityType: 'DEVICE' } },
  },
}

test('aliases of entities that are not here are told; rules and what the state decides are not asked', async () => {
  const requested: string[] = []
  const found = await unresolvedAliases(
    configuration,
    context,
    async ({ entityFilter }) => {
      requested.push(entityFilter.type)
      if (entityFilter.type === 'singleEntity') throw new Error('404')
      return { totalElements: 3 }
    },
    parts,
  )
  expect(found.map(({ alias }) => alias)).toEqual(['Gone'])
  expect(requested).toEqual(['singleEntity'])
  expect(found.map(namedType)).toEqual(['DEVICE'])
})

test('another entity takes the place of the one that is not here; the rest stays', () => {
  const pump = { id: { entityType: 'DEVICE', id: b }, name: 'Pump' } as const
  const repaired = withEntities(configuration, { [a]: [pump] }) as typeof configuration
  expect(repaired.entityAliases[a]?.filter).toEqual(single(b))
  expect(repaired.entityAliases[c]).toEqual(configuration.entityAliases[c])
  expect(withEntities(configuration, {})).toEqual(configuration)
})

test('a dashboard of an older version becomes one of the present form', () => {
  expect(upgraded(configuration, parts)).toBe(configuration)
  const old = { description: 'Old', widgets: [], deviceAliases: { 1: { alias: 'Pump', deviceId: gone } } }
  const whole = upgraded(old, parts) as { states: object; entityAliases: object; description: string }
  expect(Object.keys(whole.states)).toEqual(['default'])
  expect(Object.values(whole.entityAliases)).toMatchObject([{ alias: 'Pump', filter: { entityList: [gone] } }])
  expect(whole.description).toBe('Old')
})
