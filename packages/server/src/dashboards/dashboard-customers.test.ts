import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPlatform } from '../platform-testing.ts'

interface Answered {
  readonly assignedCustomers: readonly { readonly customerId: { readonly id: string }; readonly title: string }[]
  readonly errorCode?: number
}

test('lists of customers of a dashboard: all of them are assigned, or none', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token } = await tenant({})
  const stranger = await tenant({}, 'admin@bolt.example')
  const { body: board } = await call('POST', '/api/dashboard', token, { title: 'Board' })
  const customer = async (title: string, caller = token) =>
    (await call('POST', '/api/customer', caller, { title })).body.id.id
  const [zeta, alpha, beta] = [await customer('Zeta'), await customer('Alpha'), await customer('Beta')]
  const foreign = await customer('Foreign', stranger.token)
  const unknown = '00000000-0000-0000-0000-000000000001'
  const path = `/api/dashboard/${board.id.id}`
  const change = async (list: '' | '/add' | '/remove', ids?: readonly string[]) =>
    call<Answered>('POST', `${path}/customers${list}`, token, ids)
  const titles = ({ body }: { body: Answered }) => body.assignedCustomers.map(({ title }) => title)
  const stored = async () => titles(await call<Answered>('GET', path, token))

  assert.deepEqual(titles(await change('', [zeta, alpha, alpha])), ['Alpha', 'Zeta'], 'by title, each once')
  for (const list of ['', '/add'] as const) {
    for (const wrong of [unknown, foreign]) {
      for (const ids of [[wrong], [wrong, beta], [beta, wrong]]) {
        const refused = await change(list, ids)
        assert.deepEqual([refused.status, refused.body.errorCode], [400, 31], `${list} ${ids}`)
        assert.deepEqual(await stored(), ['Alpha', 'Zeta'], 'nothing has changed')
      }
    }
    assert.equal((await change(list, ['x'])).status, 400)
  }
  assert.deepEqual(titles(await change('/add', [beta, alpha])), ['Alpha', 'Beta', 'Zeta'])
  assert.deepEqual(titles(await change('/add', [])), ['Alpha', 'Beta', 'Zeta'])
  assert.deepEqual(
    titles(await change('/remove', [unknown, beta])),
    ['Alpha', 'Zeta'],
    'who is not assigned is no error',
  )
  for (const [method, id, status] of [
    ['POST', unknown, 404],
    ['DELETE', unknown, 404],
    ['DELETE', beta, 200],
  ] as const) {
    assert.equal((await call(method, `/api/customer/${id}/dashboard/${board.id.id}`, token)).status, status)
  }
  const saved = await call<Answered>('POST', '/api/dashboard', token, { ...board, title: 'New', assignedCustomers: [] })
  assert.deepEqual(titles(saved), ['Alpha', 'Zeta'], 'saving a dashboard assigns it to nobody and takes it from nobody')
  assert.deepEqual(titles(await change('')), [], 'no list is an empty one')
})
