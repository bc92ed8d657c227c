import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import * as entities from '../storage/migrations/0001-entities.ts'
import * as series from '../storage/migrations/0002-series.ts'
import { migrate } from '../storage/sqlite/migrate.ts'

test('a store of version 2 gets notes of points that nobody owns, and of no others', (t) => {
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  database.exec('create table meta (key text primary key, value) without rowid')
  for (const statement of [...entities.up, ...series.up]) database.exec(statement)
  database.exec(`insert into meta values ('schema_version', 2);
    insert into tenant_profile (id, created_time, name, is_default, isolated_core, isolated_rule_engine, profile_data)
      values ('p', 1, 'Default', 1, 0, 0, '{}');
    insert into tenant (id, created_time, tenant_profile_id, title) values ('t', 1, 'p', 'T');
    insert into series values (1, 't', 't', 'a'), (2, 't', 'gone', 'a'), (3, 't', 'gone', 'b')`)
  migrate(database, 'here')
  assert.deepEqual(
    database
      .prepare('select entity_id, tenant_id, purged_time from deleted_entity')
      .all()
      .map((row) => ({ ...row })),
    [{ entity_id: 'gone', tenant_id: 't', purged_time: null }],
  )
})
