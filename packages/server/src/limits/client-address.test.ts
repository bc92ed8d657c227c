import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressGroup } from './client-address.ts'

test('addresses of one client are one group: an IPv4 address, a /64 of IPv6', () => {
  assert.equal(addressGroup('203.0.113.7'), '203.0.113.7')
  assert.equal(addressGroup('::ffff:203.0.113.7'), '203.0.113.7')
  for (const address of ['2001:db8:0:1::', '2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:0DB8:0000:0001::7%eth0']) {
    assert.equal(addressGroup(address), '2001:db8:0:1::/64', address)
  }
  assert.equal(addressGroup('2001:db8:0:2::1'), '2001:db8:0:2::/64')
  assert.equal(addressGroup('::1'), '0:0:0:0::/64')
  assert.equal(addressGroup('1:2:3:4:5:6:7:8'), '1:2:3:4::/64')
  assert.equal(addressGroup(''), '')
})
