import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import type { PageData } from '@sonde/model/paging'
import { startTestPlatform } from '../platform-testing.ts'

/** A tenant with two customers, each with a user, and an entity of the type. */
async function open(t: TestContext, path: 'device' | 'asset') {
  const { tenant, call, user } = await startTestPlatform(t)
  const { token } = await tenant({})
  async function customer(title: string) {
    const { body } = await call('POST', '/api/customer', token, { title })
    const account = await user(token, { authority: 'CUSTOMER_USER', customerId: body.id, email: `${title}@a.example` })
    return { id: body.id, token: account.token }
  }
  const [first, second] = [await customer('first'), await customer('second')]
  const { body: entity } = await call('POST', `/api/${path}`, token, { name: 'Pump', type: 'default' })
  const assign = async ({ id }: { id: { id: string } }) =>
    assert.equal((await call('POST', `/api/customer/${id.id}/${path}/${entity.id.id}`, token)).status, 200)
  const unassign = async () =>
    assert.equal((await call('DELETE', `/api/customer/${path}/${entity.id.id}`, token)).status, 200)
  const raise = async (type: string, more: object = {}) =>
    (
      await call<Alarm>('POST', '/api/alarm', token, {
        originator: entity.id,
        type,
        severity: 'MAJOR',
        status: 'ACTIVE_UNACK',
        ...more,
      })
    ).body.id.id
  /** Status of reading and acknowledging an alarm. */
  const rights = async (as: { token: string }, alarm: string) => [
    (await call('GET', `/api/alarm/${alarm}`, as.token)).status,
    (await call('POST', `/api/alarm/${alarm}/ack`, as.token)).status,
  ]
  const shownAt = async (as: { token: string }, at: { readonly id: string }, type: string) =>
    (await call<PageData<Alarm>>('GET', `/api/alarm/${type}/${at.id}?pageSize=10&page=0`, as.token)).body.data.map(
      (each) => each.type,
    )
  return { call, token: { token }, first, second, assign, unassign, raise, rights, shownAt }
}

for (const path of ['device', 'asset'] as const) {
  test(`alarms of a ${path} that aren't cleared belong to its present customer`, async (t) => {
    const { call, token, first, second, assign, unassign, raise, rights } = await open(t, path)
    await assign(first)
    const [active, cleared] = [await raise('Hot'), await raise('Cold')]
    assert.deepEqual(await rights(first, active), [200, 200])
    await call('POST', `/api/alarm/${cleared}/clear`, token.token)
    await assign(second)
    assert.deepEqual(await rights(first, active), [403, 403])
    assert.deepEqual(await rights(second, active), [200, 200])
    assert.deepEqual(await rights(first, cleared), [200, 200], 'the past stays with who had it')
    assert.deepEqual(await rights(second, cleared), [403, 403])
    assert.equal((await call<Alarm>('GET', `/api/alarm/${active}`, token.token)).body.customerId.id, second.id.id)

    // Raising it again, or changing it by its ID, keeps the customer.
    assert.equal(await raise('Hot', { severity: 'CRITICAL' }), active)
    assert.deepEqual(await rights(second, active), [200, 200])
    await unassign()
    assert.deepEqual(await rights(second, active), [403, 403])
    await assign(first)
    await call('DELETE', `/api/customer/${first.id.id}`, token.token)
    assert.equal(
      (await call<Alarm>('GET', `/api/alarm/${active}`, token.token)).body.customerId.id,
      '13814000-1dd2-11b2-8080-808080808080',
      'of nobody, since the customer was deleted',
    )
  })
}

test('an alarm that is shown at the owner moves along', async (t) => {
  const { token, first, second, assign, unassign, raise, shownAt } = await open(t, 'device')
  await assign(first)
  await raise('Hot', { propagate: true, propagateToOwner: true })
  await raise('Cold', { propagate: true })
  assert.deepEqual(await shownAt(first, first.id, 'CUSTOMER'), ['Hot'])
  await assign(second)
  assert.deepEqual(await shownAt(token, first.id, 'CUSTOMER'), [])
  assert.deepEqual(await shownAt(second, second.id, 'CUSTOMER'), ['Hot'])
  await unassign()
  assert.deepEqual(await shownAt(token, second.id, 'CUSTOMER'), [])
})
