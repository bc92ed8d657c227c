/** Tests that every route that changes data declares an audit log entry or the reason why it has none. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { openTestPlatform } from '../platform-testing.ts'

const id = '5ec0a700-1dd2-11b2-8080-808080808080'
const end = { entityType: 'ASSET', id }

test('every route that changes something declares its audit entry, and the entry names an entity of the call', async (t) => {
  const { platform } = await openTestPlatform(t)
  const reads: string[] = []
  let declared = 0
  for (const { method, path, audit } of platform.routes.list()) {
    const name = `${method} ${path}`
    if (method === 'GET') {
      if (audit !== undefined) reads.push(path)
      continue
    }
    assert.ok(audit, `${name} says neither its audit entry nor why it has none`)
    if (typeof audit === 'string') {
      assert.match(audit, /^none: \w/, name)
      continue
    }
    declared++
    const named = [...path.matchAll(/:(\w+)/g)].map(([, word = '']) => [word, word === 'entityType' ? 'ASSET' : id])
    const body = { deviceId: { id }, from: end, to: end, id: { id }, name: 'n', device: { id: { id } } }
    const query = { fromType: 'ASSET', fromId: id, entityType: 'ASSET', entityId: id }
    const { entity } = audit({ params: Object.fromEntries(named), query, body })
    // The device of a claim is only known by name.
    assert.equal(entity.id, path.includes('/:deviceName/') ? NIL_UUID : id, name)
  }
  assert.ok(declared > 60, `${declared} routes declare an entry`)
  assert.deepEqual(reads.sort(), [
    '/api/device/:deviceId/credentials',
    '/api/plugins/telemetry/:entityType/:entityId/values/attributes',
    '/api/plugins/telemetry/:entityType/:entityId/values/attributes/:scope',
  ])
})
