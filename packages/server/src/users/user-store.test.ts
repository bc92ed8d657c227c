import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageLink } from '@sonde/model/paging'
import type { Compilable } from 'kysely'
import { newId } from '../ids.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createUserStore, type UserFilter } from './user-store.ts'

interface Step {
  readonly detail: string
}

/** Query plans of SQLite for each query of the user list. */
async function plansOf(relational: RelationalStore, filter: UserFilter, link: PageLink): Promise<readonly string[]> {
  const plans: string[] = []
  async function noted<T>(query: Compilable<T>): Promise<T[]> {
    const compiled = query.compile()
    const explained = { compile: () => ({ ...compiled, sql: `explain query plan ${compiled.sql}` }) }
    const steps = await relational.all(explained as Compilable<Step>)
    plans.push(steps.map(({ detail }) => detail).join('; '))
    return relational.all(query)
  }
  const watched: RelationalStore = {
    ...relational,
    all: noted,
    first: async (query) => (await noted(query))[0],
    scan: async <T, R>(query: Compilable<T>, of: (row: T) => T | R = (row) => row) =>
      (await noted(query)).map(of) as R[],
  }
  const store = createUserStore({ relational: watched, searchNames: async () => null, prepareNames: () => {} })
  await store.page(filter, link)
  return plans
}

test('lists of users come from an index in their order, and are counted by it alone', async (t) => {
  const { relational } = await openTestStorage(t)
  const tenantId = newId(1)
  const lists: readonly (readonly [UserFilter, string])[] = [
    [{ tenantId }, 'user_by_time (tenant_id=?)'],
    [{ tenantId: NIL_UUID }, 'user_by_time (tenant_id=?)'],
    [{ tenantId, authority: 'TENANT_ADMIN' }, 'user_by_authority (tenant_id=? AND authority=?)'],
    [{ tenantId, customerId: newId(2) }, 'user_by_customer (tenant_id=? AND customer_id=?)'],
  ]
  for (const [filter, index] of lists) {
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      const [page, count] = await plansOf(relational, filter, { page: 3, pageSize: 10, sortOrder })
      assert.ok(page?.startsWith(`SEARCH user USING INDEX ${index}`), page)
      assert.doesNotMatch(page ?? '', /TEMP B-TREE/)
      assert.equal(count, `SEARCH user USING COVERING INDEX ${index}`)
    }
  }
})
