import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrustedProxies } from './trusted-proxies.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as Parameters<ReturnType<typeof createTrustedProxies>['clientOf']>[0]

test('addresses and ranges are trusted, mapped ones too', () => {
  const { has } = createTrustedProxies(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1'])
  for (const address of ['10.255.0.1', '192.0.2.1', '::ffff:192.0.2.1', 'fd12::1', '::1'])
    assert.ok(has(address), address)
  for (const address of ['11.0.0.1', '192.0.2.2', 'fe80::1', '::2', '', 'localhost']) assert.ok(!has(address), address)
})

test('the client is the last address that is no trusted proxy', () => {
  const { clientOf } = createTrustedProxies(['10.0.0.0/8'])
  assert.equal(clientOf(request('203.0.113.7', '198.51.100.1')), '203.0.113.7', 'a stranger says nothing of others')
  assert.equal(clientOf(request('10.0.0.1', '198.51.100.1')), '198.51.100.1')
  assert.equal(clientOf(request('10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2')), '198.51.100.1', 'made up before it')
  assert.equal(clientOf(request('10.0.0.1')), '10.0.0.1')
  assert.equal(clientOf(request('10.0.0.1', ' , ')), '10.0.0.1')
})
