import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import * as trashFiles from '../storage/migrations/0017-trash-files.ts'
import { migrate, migrations } from '../storage/sqlite/migrate.ts'

test('what was in the trash before the system had one is still there, and belongs to no row of a tenant', (t) => {
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  database.exec('create table meta (key text primary key, value) without rowid')
  const before = migrations.findIndex(({ name }) => name === trashFiles.name)
  for (const { up } of migrations.slice(0, before)) for (const statement of up) database.exec(statement)
  database.exec(`insert into meta values ('schema_version', ${before});
    insert into tenant_profile (id, created_time, name, is_default, isolated_core, isolated_rule_engine, profile_data)
      values ('p', 1, 'Default', 1, 0, 0, '{}');
    insert into tenant (id, created_time, tenant_profile_id, title) values ('t', 1, 'p', 'T');
    insert into trash values ('d', 'DEVICE', 't', '', 'Pump', 'default', 7, 'ada', null, null, '{"device":[]}');
    insert into trash_relation values ('t', 'ASSET', 'a', 'DEVICE', 'd', 'COMMON', 'Contains', null)`)
  migrate(database, 'here')
  const all = (table: string) =>
    database
      .prepare(`select * from ${table}`)
      .all()
      .map((row) => ({ ...row }))
  assert.deepEqual(all('trash'), [
    {
      id: 'd',
      entity_type: 'DEVICE',
      tenant_id: 't',
      customer_id: '',
      name: 'Pump',
      type: 'default',
      deleted_time: 7,
      deleted_by: 'ada',
      part_of: null,
      entity: null,
      snapshot: '{"device":[]}',
      file: null,
      bytes: 0,
    },
  ])
  assert.equal(all('trash_relation').length, 1)
  database.exec(`insert into trash (id, entity_type, tenant_id, customer_id, name, type, deleted_time, deleted_by, snapshot)
    values ('s', 'TENANT_PROFILE', 'nobody', '', 'Small', '', 7, '', '{}')`)
})
