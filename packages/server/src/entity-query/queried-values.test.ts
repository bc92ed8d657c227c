/**
 * Queries on a complete server: alarms shown by ancestor entities, and filters on keys without a value or of another
 * type.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AlarmData, EntityData } from '@sonde/model/entity-query/entity-query'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { startTestPlatform } from '../platform-testing.ts'

const field = (key: string) => ({ type: 'ENTITY_FIELD', key })

interface Made {
  readonly id: EntityId
}

async function world(t: TestContext) {
  const { tenant, call } = await startTestPlatform(t)
  const { id, token, device } = await tenant({})
  const post = <T = Made>(path: string, body: object) => call<T>('POST', path, token, body)
  return { post, tenantId: id, device: entityId('DEVICE', device.id.id) }
}

test('a propagated alarm is listed once, whichever of the entities that show it are asked about', async (t) => {
  const { post, device, tenantId } = await world(t)
  const mine = device.id
  const { body: hall } = await post('/api/asset', { name: 'Hall', type: 'hall' })
  const { body: site } = await post('/api/asset', { name: 'Site', type: 'site' })
  for (const [from, to] of [
    [site.id, hall.id],
    [hall.id, device],
  ])
    assert.equal((await post('/api/relation', { from, to, type: 'Contains' })).status, 200)
  const alarm = { originator: device, type: 'Spread', severity: 'MAJOR', status: 'ACTIVE_UNACK', propagate: true }
  assert.equal((await post('/api/alarm', alarm)).status, 200)
  const ofAssets = { type: 'entityType', entityType: 'ASSET' }
  const find = async (entityFilter: object, link: object = {}) => {
    const query = {
      entityFilter,
      pageLink: { page: 0, pageSize: 10, searchPropagatedAlarms: true, typeList: ['Spread'], ...link },
      entityFields: [field('name')],
    }
    const { status, body, text } = await post<PageData<AlarmData>>('/api/alarmsQuery/find', query)
    assert.equal(status, 200, text)
    return body
  }
  const through = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).data.map(({ entityId: seen, originator }) => [seen.id, originator.id])
  for (const entity of [hall.id, site.id]) {
    const one = { type: 'singleEntity', singleEntity: entity }
    assert.deepEqual(await through(one), [[entity.id, mine]])
    assert.deepEqual(await through(one, { searchPropagatedAlarms: false }), [])
  }
  for (const direction of ['ASC', 'DESC']) {
    const { data, totalElements } = await find(ofAssets, { sortOrder: { key: field('name'), direction } })
    assert.deepEqual([data.length, totalElements], [1, 1], direction)
  }
  const relations = { type: 'relationsQuery', rootEntity: site.id, direction: 'FROM', maxLevel: 0, filters: [] }
  assert.equal((await find(relations)).totalElements, 1)
  assert.equal((await find({ type: 'singleEntity', singleEntity: entityId('TENANT', tenantId) })).totalElements, 0)
})

test('a filter lets no entity through whose key has no value; a value that is no text differs from every text', async (t) => {
  const { post, device } = await world(t)
  const mine = device.id
  const { body: other } = await post('/api/device', { name: 'Other', type: 'x' })
  const theirs = other.id.id
  const base = '/api/plugins/telemetry/DEVICE'
  const { body: silent } = await post('/api/device', { name: 'Silent', type: 'x' })
  for (const path of ['timeseries/ANY', 'SERVER_SCOPE']) {
    assert.equal((await post(`${base}/${mine}/${path}`, { mark: 'abc' })).status, 200)
    assert.equal((await post(`${base}/${theirs}/${path}`, { mark: 5 })).status, 200)
  }
  const ids = [mine, theirs, silent.id.id]
  const found = async (type: string, predicate: object) => {
    const filter = { key: { type, key: 'mark' }, valueType: 'STRING', predicate }
    const entityFilter = { type: 'entityList', entityType: 'DEVICE', entityList: ids }
    const query = { entityFilter, keyFilters: [filter] }
    const { body } = await post<PageData<EntityData>>('/api/entitiesQuery/find', {
      ...query,
      pageLink: { page: 0, pageSize: 10 },
      entityFields: [field('name')],
    })
    const count = await post('/api/entitiesQuery/count', query)
    assert.equal(Number(count.text), body.data.length)
    return body.data
      .map(({ entityId: { id } }) => 'mts'.charAt(ids.indexOf(id)))
      .sort()
      .join('')
  }
  const text = (operation: string, defaultValue: string) => ({ type: 'STRING', operation, value: { defaultValue } })
  const number = (operation: string, defaultValue: number) => ({ type: 'NUMERIC', operation, value: { defaultValue } })
  for (const type of ['TIME_SERIES', 'SERVER_ATTRIBUTE', 'ATTRIBUTE']) {
    for (const [predicate, expected] of [
      [text('NOT_EQUAL', 'abc'), 't'],
      [text('NOT_EQUAL', 'x'), 'mt'],
      [text('NOT_CONTAINS', 'b'), 't'],
      [text('NOT_IN', 'abc'), ''],
      [text('EQUAL', '5'), ''],
      [text('STARTS_WITH', 'a'), 'm'],
      [text('CONTAINS', ''), 'mst'],
      [number('NOT_EQUAL', 5), ''],
      [number('NOT_EQUAL', 6), 't'],
      [number('LESS', 6), 't'],
      [{ type: 'BOOLEAN', operation: 'NOT_EQUAL', value: { defaultValue: true } }, ''],
      [{ type: 'COMPLEX', operation: 'OR', predicates: [text('EQUAL', ''), text('EQUAL', 'abc')] }, 'm'],
    ] as const) {
      assert.equal(await found(type, predicate), expected, `${type} ${JSON.stringify(predicate)}`)
    }
  }
})
