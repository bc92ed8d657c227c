/** Tests every route with every type of caller against the API contract. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestPlatform } from '../platform-testing.ts'
import { type Caller, type ContractEndpoint, expectedAuthorities, permissionCases } from './route-permissions.ts'

const contract = JSON.parse(
  readFileSync(new URL('../../../../conformance/contract/endpoints.json', import.meta.url), 'utf8'),
) as ContractEndpoint[]

test('every route admits exactly those whom the wire admits', async (t) => {
  const { platform, httpUrl, password } = await startTestPlatform(t)

  async function call(method: string, path: string, token?: string, body?: object) {
    const response = await fetch(httpUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, text: await response.text() }
  }
  const made = async (path: string, token: string | undefined, body: object) => {
    const { status, text } = await call('POST', path, token, body)
    assert.equal(status, 200, text)
    return JSON.parse(text) as { id: { id: string }; token: string }
  }
  async function user(token: string, body: object): Promise<string> {
    const { id } = await made('/api/user?sendActivationMail=false', token, body)
    const { text } = await call('GET', `/api/user/${id.id}/activationLink`, token)
    const activateToken = new URL(text).searchParams.get('activateToken')
    return (await made('/api/noauth/activate', undefined, { activateToken, password })).token
  }

  const root = (await made('/api/auth/login', undefined, { username: 'root@example.org', password })).token
  const tenant = await made('/api/tenant', root, { title: 'Acme' })
  const admin = await user(root, { authority: 'TENANT_ADMIN', tenantId: tenant.id, email: 'admin@acme.example' })
  const customer = await made('/api/customer', admin, { title: 'Customer' })
  const guest = { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'guest@acme.example' }
  const tokens: Record<Caller, string | undefined> = {
    NOBODY: undefined,
    SYS_ADMIN: root,
    TENANT_ADMIN: admin,
    CUSTOMER_USER: await user(admin, guest),
  }

  const routes = platform.routes.list()
  assert.ok(routes.length > 100)
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    const expected = expectedAuthorities(route, contract)
    assert.ok(expected, `${name} is neither in the contract nor among our own routes`)
    assert.deepEqual([...route.authorities].sort(), [...expected].sort(), name)
  }
  const cases = permissionCases(routes, contract)
  assert.equal(cases.length, routes.length * 4)
  // Signing out ends the token that the other calls use.
  const isLast = ({ path }: (typeof cases)[number]) => path === '/api/auth/logout'
  for (const { method, path, caller, expected } of [
    ...cases.filter((each) => !isLast(each)),
    ...cases.filter(isLast),
  ]) {
    const { status, text } = await call(method, path, tokens[caller], method === 'POST' ? {} : undefined)
    const what = `${method} ${path} as ${caller}: ${status} ${text}`
    if (expected !== 'in') assert.equal(status, expected, what)
    // Sign-in and device routes return 401 for their own reasons.
    else assert.ok(status !== 401 || /^\/api\/(auth|v1)\//.test(path), what)
    assert.ok(status < 500 || path === '/api/user/sendActivationMail', what)
  }
})
