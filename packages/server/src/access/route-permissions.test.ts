/** Every route of these rooms × every caller, against a running app and the wire's contract. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestAccounts } from '../auth/auth-testing.ts'
import { type Caller, type ContractEndpoint, expectedAuthorities, permissionCases } from './route-permissions.ts'

const contract = JSON.parse(
  readFileSync(new URL('../../../../conformance/contract/endpoints.json', import.meta.url), 'utf8'),
) as ContractEndpoint[]

test('every route admits exactly those whom the wire admits', async (t) => {
  const { routes, call, root, tenant } = await startTestAccounts(t)
  const { admin, guest } = await tenant('acme')
  const tokens: Record<Caller, string | undefined> = {
    NOBODY: undefined,
    SYS_ADMIN: root,
    TENANT_ADMIN: admin.token,
    CUSTOMER_USER: guest.token,
  }
  for (const route of routes.list()) {
    const expected = expectedAuthorities(route, contract)
    assert.ok(expected, `${route.method} ${route.path} is neither in the contract nor among our own routes`)
    assert.deepEqual([...route.authorities].sort(), [...expected].sort(), `${route.method} ${route.path}`)
  }
  const cases = permissionCases(routes.list(), contract)
  assert.equal(cases.length, routes.list().length * 4)
  for (const { method, path, caller, expected } of cases) {
    const { status, body } = await call<{ message?: string } | undefined>(method, path, {
      token: tokens[caller],
      ...(method === 'POST' ? { body: {} } : {}),
    })
    const what = `${method} ${path} as ${caller}: ${status}`
    if (expected !== 'in') assert.equal(status, expected, what)
    else assert.ok(status !== 403 && (status !== 401 || path.startsWith('/api/auth/')), `${what} ${body?.message}`)
  }
})
