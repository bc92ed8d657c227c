import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPlatform } from '../platform-testing.ts'

test('a relation is found in its group alone; a group that nobody knows stands for COMMON', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const { body: asset } = await call('POST', '/api/asset', token, { name: 'Hall', type: 'hall' })
  const body = { from: device.id, to: asset.id, type: 'In' }
  assert.equal((await call('POST', '/api/relation', token, { ...body, typeGroup: 'DASHBOARD' })).status, 200)
  const ends = `fromId=${device.id.id}&fromType=DEVICE&toId=${asset.id.id}&toType=ASSET&relationType=In`
  const status = async (method: string, group: string) =>
    (await call(method, `/api/relation?${ends}&relationTypeGroup=${group}`, token)).status
  const listed = async (group: string) =>
    (
      await call<object[]>(
        'GET',
        `/api/relations/info?fromId=${device.id.id}&fromType=DEVICE&relationTypeGroup=${group}`,
        token,
      )
    ).body.length
  for (const [group, count] of Object.entries({ DASHBOARD: 1, COMMON: 0, nonsense: 0, '': 0 })) {
    assert.equal(await status('GET', group), count === 1 ? 200 : 404, group)
    assert.equal(await listed(group), count, group)
  }
  assert.equal((await call('POST', '/api/relation', token, body)).status, 200)
  assert.equal(await listed('nonsense'), 1)
  assert.equal(await status('DELETE', 'nonsense'), 200)
  assert.deepEqual([await status('GET', 'COMMON'), await status('DELETE', 'DASHBOARD')], [404, 200])
  assert.equal(await listed('DASHBOARD'), 0)
})

test('a query that lacks a list finds nothing: 404; what is there and wrong is 400', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const parameters = { rootId: device.id.id, rootType: 'DEVICE', direction: 'FROM', maxLevel: 1 }
  const code = async (path: string, body: object) => {
    const answer = await call<{ errorCode?: number; message?: string }>('POST', path, token, body)
    return [answer.status, answer.body.errorCode ?? null] as const
  }
  for (const [path, list] of [
    ['relations', 'filters'],
    ['relations/info', 'filters'],
    ['devices', 'deviceTypes'],
    ['assets', 'assetTypes'],
    ['entityViews', 'entityViewTypes'],
    ['edges', 'edgeTypes'],
  ] as const) {
    const at = `/api/${path}`
    assert.deepEqual(await code(at, { parameters, [list]: [] }), [200, null], path)
    assert.deepEqual(await code(at, { parameters }), [404, 32], path)
    assert.deepEqual(await code(at, { parameters, [list]: null }), [404, 32], path)
    assert.deepEqual(await code(at, { [list]: [] }), [404, 32], path)
    assert.deepEqual(await code(at, { parameters: null, [list]: [] }), [404, 32], path)
    assert.deepEqual(await code(at, { parameters, [list]: 'default' }), [400, 31], path)
    assert.deepEqual(await code(at, { parameters: { ...parameters, rootId: null }, [list]: [] }), [400, 31], path)
  }
})

test('info, check and deletion in a group that nobody knows are those of COMMON, in every direction', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const { body: asset } = await call('POST', '/api/asset', token, { name: 'Hall', type: 'hall' })
  for (const typeGroup of [undefined, null, 'ALARM']) {
    const body = { from: asset.id, to: device.id, type: 'Contains', typeGroup }
    assert.equal((await call('POST', '/api/relation', token, body)).status, 200)
  }
  assert.equal(
    (await call('POST', '/api/relation', token, { from: asset.id, to: device.id, type: 'Contains', typeGroup: 'FOO' }))
      .status,
    400,
    'a body names a group that exists',
  )
  const from = `fromId=${asset.id.id}&fromType=ASSET`
  const to = `toId=${device.id.id}&toType=DEVICE`
  for (const [group, found] of [
    ['FOO', 'COMMON'],
    ['common', 'COMMON'],
    [' ', 'COMMON'],
    ['ALARM', 'ALARM'],
    ['EDGE', null],
  ] as const) {
    const asked = `relationTypeGroup=${encodeURIComponent(group)}`
    for (const end of [from, to, `${from}&relationType=Contains`, `${to}&relationType=Contains`]) {
      for (const path of ['relations', 'relations/info']) {
        const { body } = await call<{ typeGroup: string }[]>('GET', `/api/${path}?${end}&${asked}`, token)
        assert.deepEqual(
          body.map(({ typeGroup }) => typeGroup),
          found ? [found] : [],
          `${path} ${end} ${group}`,
        )
      }
    }
  }
})
