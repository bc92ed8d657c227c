import type { EntityDataPageLink } from '@sonde/model/entity-query/entity-query'
import { expect, test } from 'vitest'
import { createEntityRows, type RowsQuery } from './entity-rows.ts'
import { createFakeFrames, createFakeLive, pageOf, rowOf } from './testing.ts'

const flow = { type: 'TIME_SERIES', key: 'flow' } as const
const link: EntityDataPageLink = { page: 0, pageSize: 10, dynamic: true }
const query: RowsQuery = {
  filter: { type: 'deviceType', deviceType: 'pump' },
  keyFilters: [],
  keys: [flow, { type: 'ENTITY_FIELD', key: 'createdTime' }],
  pageLink: link,
}

function open() {
  const { live, subscriptions } = createFakeLive()
  const { frames, next } = createFakeFrames()
  const rows = createEntityRows(live, query, frames)
  const values = () => {
    const state = rows.get()
    return state.kind === 'ready' ? state.rows.map((row) => [row.entity.name, row.value(flow)?.value]) : state.kind
  }
  return { rows, subscription: subscriptions[0], subscriptions, next, values }
}

test('asks once for page and values together', () => {
  const { subscription } = open()
  const [command] = subscription?.sent ?? []
  expect(command?.query?.latestValues).toEqual([flow])
  expect(command?.query?.entityFields?.map(({ key }) => key)).toContain('createdTime')
  expect(command?.latestCmd?.keys).toEqual([flow])
})

test('values change in their rows; older ones do not', () => {
  const { subscription, next, values } = open()
  expect(values()).toBe('loading')
  subscription?.callbacks.onPage(pageOf(rowOf(1), rowOf(2)), 100)
  const update = (ts: number, value: string) =>
    subscription?.callbacks.onUpdate([
      { entityId: rowOf(2).entityId, latest: { TIME_SERIES: { flow: { ts, value } } }, timeseries: null },
    ])
  update(10, '5')
  update(9, '4')
  next()
  expect(values()).toEqual([
    ['Device 1', undefined],
    ['Device 2', '5'],
  ])
})

test('another page replaces the rows when it is there, not before', () => {
  const { rows, subscription, next, values } = open()
  subscription?.callbacks.onPage(pageOf(rowOf(1)), 100)
  next()
  rows.ask({ ...query, pageLink: { ...link, page: 1 } })
  next()
  expect(values()).toEqual([['Device 1', undefined]])
  const state = rows.get()
  expect(state.kind === 'ready' && [state.isRefreshing, state.from]).toEqual([true, 0])
  expect(subscription?.sent[1]?.query?.pageLink.page).toBe(1)
  subscription?.callbacks.onPage(pageOf(rowOf(2)), 100)
  next()
  expect(values()).toEqual([['Device 2', undefined]])
})

test('the same question is not asked again; a retry after a failure is', () => {
  const { rows, subscription, subscriptions, next, values } = open()
  rows.ask({ ...query })
  expect(subscription?.sent).toHaveLength(1)
  subscription?.callbacks.onError?.(Object.assign(new Error('refused'), { name: 'LiveError' as const, code: 2 }))
  next()
  expect(values()).toBe('failed')
  rows.retry()
  expect(subscriptions).toHaveLength(2)
})
