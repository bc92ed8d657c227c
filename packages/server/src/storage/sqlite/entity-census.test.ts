import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createEntityCensus } from './entity-census.ts'

function open(rowsAtOnce: number) {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    create table series (id integer primary key, tenant text, entity text, key text, unique (entity, key));
    create table attribute (tenant_id text, entity_id text, key text, primary key (entity_id, key));
    create table rpc (id text primary key, tenant_id text, device_id text, created_time bigint);
    create index rpc_by_device on rpc (device_id, created_time)`)
  const insert = database.prepare('insert into series (tenant, entity, key) values (?, ?, ?)')
  const add = (tenant: string, entity: string, count: number) => {
    for (let i = 0; i < count; i++) insert.run(tenant, entity, `k${i}`)
  }
  const census = createEntityCensus(database, rowsAtOnce)
  return { database, add, census, highest: (tenant: string) => census.highest('telemetryKeys', tenant) }
}

for (const rowsAtOnce of [1, 2, 3, 5, 6, 100]) {
  test(`the largest entity of each tenant is found, ${rowsAtOnce} rows at a time`, async () => {
    const { database, add, census, highest } = open(rowsAtOnce)
    add('t', 'a', 1)
    add('t', 'b', 5)
    add('t', 'c', 2)
    add('u', 'd', 3)
    add('u', 'e', 3)
    database.exec(`insert into attribute values ('t', 'x', 'k'), ('u', 'y', 'k'), ('u', 'y', 'l')`)
    assert.equal(highest('t'), null)
    await census.walk()
    assert.deepEqual([highest('t'), highest('u'), highest('none')], [5, 3, 0])
    assert.deepEqual([census.highest('attributes', 't'), census.highest('attributes', 'u')], [1, 2])
    assert.equal(census.highest('storedRpcCalls', 't'), 0)
    database.exec(`delete from series where entity = 'b'`)
    await census.walk()
    await census.walk()
    assert.equal(highest('t'), 2)
  })
}

test('what is noted counts at once, until walks did not find it again', async () => {
  const { census, add, highest } = open(10)
  add('t', 'a', 1)
  await census.walk()
  census.note('telemetryKeys', 't', 4)
  census.note('telemetryKeys', 't', 3)
  assert.equal(highest('t'), 4)
  await census.walk()
  assert.equal(highest('t'), 4)
  await census.walk()
  assert.equal(highest('t'), 1)
})

test('a table that is too large for one walk is known when the walks came round', async () => {
  const { census, add, highest } = open(1)
  for (let i = 0; i < 60; i++) add('t', `e${String(i).padStart(2, '0')}`, i === 59 ? 2 : 1)
  await census.walk()
  assert.equal(highest('t'), null)
  await census.walk()
  assert.equal(highest('t'), 2)
})
