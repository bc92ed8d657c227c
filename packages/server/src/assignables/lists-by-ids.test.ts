import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPlatform } from '../platform-testing.ts'

test('a list by ids: an empty one is refused, unknown and foreign ids are left out', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const stranger = await tenant({}, 'admin@bolt.example')
  const { body: hall } = await call('POST', '/api/asset', token, { name: 'Hall', type: 'x' })
  const { body: edge } = await call('POST', '/api/edge', token, {
    ...{ name: 'Edge', type: 'x', routingKey: 'key-of-the-edge', secret: 'secret-of-the-edge' },
  })
  const unknown = '00000000-0000-0000-0000-000000000001'
  for (const [list, own] of [
    ['devices?deviceIds', device.id.id],
    ['assets?assetIds', hall.id.id],
    ['edges?edgeIds', edge.id.id],
  ] as const) {
    const ask = (ids: string, caller = token) =>
      call<{ id: { id: string } }[] & { errorCode?: number }>('GET', `/api/${list}=${ids}`, caller)
    for (const ids of ['', ',', ',,', 'x', `${own},x`]) {
      const refused = await ask(ids)
      assert.deepEqual([refused.status, refused.body.errorCode], [400, 31], `${list}=${ids}`)
    }
    const without = await call<{ errorCode: number }>('GET', `/api/${list.split('?')[0]}`, token)
    assert.deepEqual([without.status, without.body.errorCode], [400, 31], `${list}, no ids at all`)
    for (const ids of [own, own.toUpperCase(), `${own},${own}`, `${unknown},${own}`, `${own},${unknown}`]) {
      assert.deepEqual(
        (await ask(ids)).body.map(({ id }) => id.id),
        [own],
        `${list}=${ids}`,
      )
    }
    assert.deepEqual((await ask(unknown)).body, [])
    assert.deepEqual((await ask(own, stranger.token)).body, [], 'another tenant’s')
  }
})
