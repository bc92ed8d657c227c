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

test('a port is no part of a client, and what is no address says nothing', () => {
  const { clientOf, nameClient } = createTrustedProxies(['10.0.0.0/8'])
  for (const [forwarded, client] of [
    ['7.7.7.3:40123', '7.7.7.3'],
    ['7.7.7.3:1, 10.0.0.2:443', '7.7.7.3'],
    ['[2001:db8::1]:40123', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:7.7.7.3', '7.7.7.3'],
    ['[::ffff:7.7.7.3]:9', '7.7.7.3'],
    ['unknown', '10.0.0.1'],
    ['7.7.7.3:x', '10.0.0.1'],
    ['7.7.7.3, a secret', '10.0.0.1'],
    ['7.7.7.3, junk, 10.0.0.2', '10.0.0.2'],
    ['7.7.7', '10.0.0.1'],
    ['[]', '10.0.0.1'],
  ] as const) {
    assert.equal(clientOf(request('10.0.0.1', forwarded)), client, forwarded)
    const named = request('::ffff:10.0.0.1', forwarded)
    nameClient(named)
    assert.equal(named.headers['x-forwarded-for'], client, forwarded)
  }
  const stranger = request('203.0.113.7', '7.7.7.3:1')
  nameClient(stranger)
  assert.equal(stranger.headers['x-forwarded-for'], '7.7.7.3:1')
})
