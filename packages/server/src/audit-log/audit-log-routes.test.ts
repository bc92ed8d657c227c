/** Tests the audit log through REST calls and commits. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { password, startTestAccounts, type TestAccountsOptions } from '../auth/auth-testing.ts'
import { createAuditLevels } from './audit-levels.ts'

async function start(t: TestContext, options: TestAccountsOptions = {}) {
  const accounts = await startTestAccounts(t, options)
  const acme = await accounts.tenant('acme')
  const { token } = acme.admin
  const logs = async (query = '', path = '', as = token) => {
    const url = `/api/audit/logs${path}?pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC${query}`
    const { status, body } = await accounts.call<PageData<AuditLog>>('GET', url, { token: as })
    assert.equal(status, 200)
    return body.data
  }
  const save = (title: string, more: object = {}) =>
    accounts.call<{ id: { id: string } }>('POST', '/api/customer', { token, body: { title, ...more } })
  return { ...accounts, acme, token, logs, save }
}

const said = (logs: readonly AuditLog[]) =>
  logs.map((each) => `${each.actionType} ${each.entityName} ${each.actionStatus}`)

test('changes are logged with who made them, what they made and how it ended', async (t) => {
  const { call, acme, token, logs, save } = await start(t)
  const { body: made } = await save('Kraft')
  await save('Kraft & Co', { id: made.id })
  const taken = await save('Customer')
  assert.equal(taken.status, 400)
  await call('DELETE', `/api/customer/${made.id.id}`, { token })
  const entries = await logs('', `/user/${acme.admin.user.id.id}`)
  const mine = entries.filter(({ entityId: { entityType } }) => entityType === 'CUSTOMER').slice(1)
  assert.deepEqual(said(mine), [
    'ADDED Kraft SUCCESS',
    'UPDATED Kraft & Co SUCCESS',
    'ADDED Customer FAILURE',
    'DELETED Kraft & Co SUCCESS',
  ])
  const [added, , failed, deleted] = mine
  assert.deepEqual(
    [added?.userName, added?.userId.id, added?.tenantId.id, added?.customerId.id],
    [acme.admin.user.email, acme.admin.user.id.id, acme.tenant.id.id, made.id.id],
  )
  assert.deepEqual(added?.actionData, { entity: made })
  assert.deepEqual(deleted?.actionData, { entityId: made.id.id })
  assert.match(failed?.actionFailureDetails ?? '', /already exists/)
  assert.equal(failed?.entityId.id, NIL_UUID)
  assert.equal(added?.actionFailureDetails, '')
})

test('a change of a tenant has its title in its own log only', async (t) => {
  const { commit, acme, tenant, token, logs } = await start(t)
  const other = await tenant('other')
  const entity = entityId('TENANT', acme.tenant.id.id)
  const noteOf = (tenantId: string) =>
    ({
      action: 'UPDATED',
      entity,
      customerId: NIL_UUID,
      by: { tenantId, userId: NIL_UUID, userName: 'u' },
      data: {},
    }) as const
  await commit({ audit: [noteOf(acme.tenant.id.id), noteOf(other.tenant.id.id)] })
  const path = `/entity/TENANT/${entity.id}`
  assert.equal(said(await logs('', path, token)).at(-1), `UPDATED ${acme.tenant.title} SUCCESS`)
  assert.equal(said(await logs('', path, other.admin.token)).at(-1), 'UPDATED  SUCCESS')
})

test('secrets in the data of an entry are masked', async (t) => {
  const { save, logs } = await start(t)
  await save('Kraft', { additionalInfo: { description: 'd', apiKey: 'k1', token: 5 } })
  const data = JSON.stringify((await logs('&textSearch=kraft'))[0]?.actionData)
  assert.match(data, /"additionalInfo":\{"description":"d","apiKey":"\*\*\*","token":5\}/)
})

test('lists are by entity, user, customer, time, action and text', async (t) => {
  const { call, acme, logs, save, signIn } = await start(t)
  const { body: made } = await save('Kraft')
  await signIn(acme.guest.user.email, password)
  await call('POST', '/api/auth/logout', { token: acme.guest.token })
  assert.deepEqual(said(await logs('', `/entity/CUSTOMER/${made.id.id}`)), ['ADDED Kraft SUCCESS'])
  assert.deepEqual(said(await logs('', `/user/${acme.guest.user.id.id}`)), [
    `LOGIN ${acme.guest.user.email} SUCCESS`,
    `LOGOUT ${acme.guest.user.email} SUCCESS`,
  ])
  const ofCustomer = await logs('', `/customer/${acme.customer.id.id}`)
  assert.deepEqual(
    ofCustomer.map(({ actionType, entityId: { entityType } }) => `${actionType} ${entityType}`),
    ['ADDED CUSTOMER', 'ADDED USER', 'LOGIN USER', 'LOGOUT USER'],
  )
  const [login] = await logs('&actionTypes=LOGIN&textSearch=GUEST')
  assert.deepEqual(Object.keys(login?.actionData as object), ['clientAddress', 'browser', 'os', 'device'])
  assert.deepEqual(
    new Set((await logs('&actionTypes=LOGIN,LOGOUT')).map((each) => each.actionType)),
    new Set(['LOGIN', 'LOGOUT']),
  )
  assert.deepEqual(
    said(await logs('&withoutActionTypes=LOGIN,LOGOUT', `/customer/${acme.customer.id.id}`)),
    said(ofCustomer.filter(({ actionType }) => actionType === 'ADDED')),
  )
  assert.deepEqual(said(await logs('&textSearch=kraf')), ['ADDED Kraft SUCCESS'])
  const { createdTime = 0 } = (await logs('&textSearch=kraf'))[0] ?? {}
  assert.equal((await logs(`&textSearch=kraf&startTime=${createdTime}&endTime=${createdTime}`)).length, 1)
  assert.equal((await logs(`&textSearch=kraf&startTime=${createdTime + 1}`)).length, 0)
  assert.equal((await logs(`&textSearch=kraf&endTime=${createdTime - 1}`)).length, 0)
})

test('a question that cannot be answered is refused with its field', async (t) => {
  const { call, token } = await start(t)
  const get = (rest: string) => call('GET', `/api/audit/logs${rest}`, { token })
  assert.match((await get('?page=0')).text, /pageSize is missing/)
  assert.match((await get('?pageSize=1&page=0&actionTypes=DANCED')).text, /actionTypes/)
  assert.match((await get('?pageSize=1&page=0&startTime=soon')).text, /startTime/)
  assert.match((await get('?pageSize=1&page=0&sortProperty=actionData')).text, /can’t be sorted by actionData/)
  assert.match((await get('/entity/THING/x?pageSize=1&page=0')).text, /entityId/)
  assert.match((await get(`/entity/THING/${NIL_UUID}?pageSize=1&page=0`)).text, /entityType must be one of/)
})

test('a tenant sees its own log, and its customers none', async (t) => {
  const { call, root, acme, logs, save, tenant } = await start(t)
  const { body: made } = await save('Kraft')
  const other = await tenant('other')
  assert.deepEqual(await logs('', `/entity/CUSTOMER/${made.id.id}`, other.admin.token), [])
  assert.deepEqual(await logs('', `/user/${acme.admin.user.id.id}`, other.admin.token), [])
  for (const token of [acme.guest.token, root]) {
    assert.equal((await call('GET', '/api/audit/logs?pageSize=1&page=0', { token })).status, 403)
  }
  // The entry of a rejected call contains only the id of the foreign entity, not its name.
  await call('DELETE', `/api/customer/${made.id.id}`, { token: other.admin.token })
  const [rejected] = await logs('&actionTypes=DELETED', '', other.admin.token)
  assert.deepEqual([rejected?.entityName, rejected?.actionStatus, rejected?.entityId.id], ['', 'FAILURE', made.id.id])
})

test('an entry stands or falls with its change, and who commits outside a call is nobody', async (t) => {
  const { logs, save, storage, commit, acme } = await start(t)
  const { build, statement } = storage.relational
  const before = (await logs()).length
  const change = {
    kind: 'updated',
    entity: acme.customer.id,
    tenantId: acme.tenant.id.id,
    customerId: NIL_UUID,
  } as const
  await commit({ changes: [change] })
  assert.equal((await logs()).length, before)
  const note = {
    action: 'UPDATED',
    entity: entityId('CUSTOMER', acme.customer.id.id),
    entityName: 'n',
    customerId: NIL_UUID,
    by: { tenantId: acme.tenant.id.id, userId: NIL_UUID, userName: 'u' },
    data: {},
  } as const
  const never = statement(build.deleteFrom('customer').where('id', '=', NIL_UUID), { expectRows: 1 })
  await assert.rejects(commit({ statements: [never], audit: [note] }))
  assert.equal((await logs()).length, before)
  const { rowsChanged } = await commit({
    statements: [statement(build.updateTable('customer').set({ city: 'Ulm' }))],
    audit: [note],
  })
  assert.deepEqual(rowsChanged, [1], 'who commits gets the rows of his own statements')
  assert.equal((await logs()).length, before + 1)
  assert.equal((await save('x', { title: '' })).status, 400)
})

test('levels say what is logged', async (t) => {
  const levels = createAuditLevels(['device:RW', 'asset:OFF'])
  assert.deepEqual(
    [
      levels.logs('DEVICE', 'ADDED'),
      levels.logs('DEVICE', 'CREDENTIALS_READ'),
      levels.logs('CUSTOMER', 'ATTRIBUTES_READ'),
      levels.logs('CUSTOMER', 'UPDATED'),
      levels.logs('ASSET', 'DELETED'),
      levels.logs('TENANT_PROFILE', 'UPDATED'),
      levels.withReads,
      createAuditLevels(null).withReads,
    ],
    [true, true, false, true, false, false, true, false],
  )
  assert.throws(() => createAuditLevels(['thing:W']), /SONDE_AUDIT_LEVELS/)
  const { logs, save } = await start(t, { auditLevels: ['customer:OFF'] })
  await save('Kraft')
  assert.deepEqual(await logs('&textSearch=kraft'), [])
})
