import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preparedQuery } from './prepared-query.ts'
import { openTestStorage } from './testing.ts'

test('a prepared query is built once and runs with the values of each use', async (t) => {
  const { relational, transact } = await openTestStorage(t)
  const { build, first, statement } = relational
  await transact({
    statements: ['a', 'b'].map((id) =>
      statement(
        build.insertInto('admin_settings').values({ id, created_time: 1, tenant_id: 't', key: id, json_value: '{}' }),
      ),
    ),
  })
  let built = 0
  const byKey = preparedQuery<{ id: string }, { tenantId: string; key: string }>((parameter) => {
    built++
    return build
      .selectFrom('admin_settings')
      .select('id')
      .where('key', '=', parameter('key'))
      .where('tenant_id', '=', parameter('tenantId'))
      .where('created_time', '=', 1)
  })
  assert.deepEqual(await first(byKey({ tenantId: 't', key: 'a' })), { id: 'a' })
  assert.deepEqual(await first(byKey({ tenantId: 't', key: 'b' })), { id: 'b' })
  assert.equal(await first(byKey({ tenantId: 'b', key: 't' })), undefined)
  assert.equal(built, 1)
})
