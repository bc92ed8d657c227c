/** Tests of alias resolution, including requests in flight during a change. */

import type { EntityAlias } from '@sonde/model/dashboards/dashboard-configuration'
import type { AliasContext } from '@sonde/model/dashboards/entity-aliases'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import type { EntityData, EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import type { PageData } from '@sonde/model/paging'
import { expect, test, vi } from 'vitest'
import { createAliasStore } from './alias-store.ts'
import { infoOf } from './live-source.ts'
import { pageOf, rowOf } from './testing.ts'

const ids = { many: uuid(1), one: uuid(2), state: uuid(3), below: uuid(4), named: uuid(5) }
function uuid(index: number) {
  return `6f8d5ad0-0000-4222-8333-00000000000${index}`
}

const aliases: Readonly<Record<string, EntityAlias>> = normalizeConfiguration(
  {
    entityAliases: {
      [ids.many]: { alias: 'Pumps', filter: { type: 'deviceType', resolveMultiple: true, deviceType: 'pump' } },
      [ids.one]: { alias: 'Pump', filter: { type: 'deviceType', resolveMultiple: false, deviceType: 'pump' } },
      [ids.named]: { alias: 'Named', filter: { type: 'singleEntity', singleEntity: { ...rowOf(7).entityId } } },
      [ids.state]: { alias: 'Shown', filter: { type: 'stateEntity' } },
      [ids.below]: {
        alias: 'Below',
        filter: {
          type: 'relationsQuery',
          resolveMultiple: false,
          rootStateEntity: true,
          direction: 'FROM',
          filters: [],
        },
      },
    },
  },
  { nowMs: 0, newId: () => 'new' },
).entityAliases

const context = (index: number | null): AliasContext => ({
  authority: 'TENANT_ADMIN',
  tenantId: uuid(9),
  customerId: null,
  userId: uuid(8),
  stateParams: index === null ? {} : { entityId: { ...rowOf(index).entityId } },
})

function open(initial = context(1)) {
  const asked: { query: EntityDataQuery; answer(page: PageData<EntityData>): void; fail(error: Error): void }[] = []
  const store = createAliasStore(
    aliases,
    initial,
    (query) =>
      new Promise((answer, fail) => {
        asked.push({ query, answer, fail })
      }),
  )
  const onChange = vi.fn()
  store.subscribe(onChange)
  return { store, asked, onChange }
}

test('an alias of many is its filter, and no entity is asked for; one that does not exist is unresolved', () => {
  const { store, asked } = open()
  expect(store.get(ids.many)).toMatchObject({ kind: 'resolved', offer: null, entity: null })
  expect([store.get('gone'), store.nameOf('gone'), store.idOf('Gone')]).toEqual([{ kind: 'unresolved' }, '', null])
  expect([store.nameOf(ids.one), store.idOf('Pump')]).toEqual(['Pump', ids.one])
  expect(asked).toEqual([])
})

test('an alias of one asks once for its first entity, and offers the others', async () => {
  const { store, asked, onChange } = open()
  expect([store.get(ids.one).kind, store.get(ids.one).kind, asked.length]).toEqual(['pending', 'pending', 1])
  asked[0]?.answer(pageOf(rowOf(4)))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(store.get(ids.one)).toMatchObject({
    kind: 'resolved',
    filter: { type: 'singleEntity', singleEntity: rowOf(4).entityId },
    offer: { type: 'deviceType' },
    entity: { name: 'Device 4' },
  })
})

test('an alias of which nothing is found is unresolved; one that cannot be asked has failed until it is reloaded', async () => {
  const { store, asked, onChange } = open()
  store.get(ids.one)
  asked[0]?.answer(pageOf())
  await vi.waitFor(() => expect(store.get(ids.one)).toEqual({ kind: 'unresolved' }))
  store.reload()
  store.get(ids.one)
  asked[1]?.fail(new Error('offline'))
  await vi.waitFor(() => expect(store.get(ids.one)).toMatchObject({ kind: 'failed', error: { message: 'offline' } }))
  expect(onChange).toHaveBeenCalledTimes(3)
  store.reload()
  expect([store.get(ids.one).kind, asked.length]).toEqual(['pending', 3])
})

test('what the user chose lasts through a change of state, and an answer that comes late does not undo it', async () => {
  const { store, asked } = open()
  store.get(ids.one)
  store.choose(ids.one, infoOf(rowOf(6)))
  expect(store.get(ids.one).kind, 'nothing is offered yet').toBe('pending')
  asked[0]?.answer(pageOf(rowOf(4)))
  await vi.waitFor(() => expect(store.get(ids.one)).toMatchObject({ entity: { name: 'Device 4' } }))
  store.choose(ids.one, infoOf(rowOf(5)))
  store.setContext(context(2))
  expect(store.get(ids.one)).toMatchObject({ entity: { name: 'Device 5' }, offer: { type: 'deviceType' } })
  store.reload()
  expect(store.get(ids.one)).toMatchObject({ entity: { name: 'Device 5' } })
})

test('a choice among the entities of a state ends with the state, and the alias is resolved for the next one', async () => {
  const { store, asked } = open()
  store.get(ids.below)
  asked[0]?.answer(pageOf(rowOf(4)))
  await vi.waitFor(() => expect(store.get(ids.below)).toMatchObject({ entity: { name: 'Device 4' } }))
  store.choose(ids.below, infoOf(rowOf(5)))
  store.setContext(context(2))
  expect(store.get(ids.below).kind).toBe('pending')
  asked[1]?.answer(pageOf(rowOf(6)))
  await vi.waitFor(() => expect(store.get(ids.below)).toMatchObject({ entity: { name: 'Device 6' } }))
})

test('a change of state resolves again what is bound to it; answers to questions of the state before are dropped', async () => {
  const { store, asked, onChange } = open()
  store.get(ids.one)
  expect(store.get(ids.state)).toMatchObject({ filter: { singleEntity: rowOf(1).entityId } })
  store.setContext(context(2))
  for (const { answer } of asked) answer(pageOf(rowOf(7)))
  await Promise.resolve()
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(store.get(ids.state)).toMatchObject({ filter: { singleEntity: rowOf(2).entityId }, entity: null })
  expect(store.get(ids.one).kind).toBe('pending')
  store.setContext(context(null))
  expect(store.get(ids.state)).toEqual({ kind: 'unresolved' })
})

test('an alias by the name of what every object has is one that does not exist', () => {
  const { store, asked } = open()
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(store.get(name)).toEqual({ kind: 'unresolved' })
    expect(store.nameOf(name)).toBe('')
  }
  expect(asked).toEqual([])
})

test('an entity whose name was being looked up during a change of the state still gets it', async () => {
  const { store, asked } = open()
  store.get(ids.named)
  store.setContext(context(2))
  asked[0]?.answer(pageOf(rowOf(7)))
  store.get(ids.named)
  asked[1]?.answer(pageOf(rowOf(7)))
  await vi.waitFor(() => expect(store.get(ids.named)).toMatchObject({ entity: { name: 'Device 7' } }))
})
