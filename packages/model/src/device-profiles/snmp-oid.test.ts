import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oidFault } from './snmp-oid.ts'

test('an OID is 128 numbers at most, each of 32 bits at most', () => {
  const of = (count: number) => `1${'.3'.repeat(count - 1)}`
  for (const oid of ['0', '1.3.6.1.2.1.1.5.0', '.1.3.6', '2.999', of(128), '1.3.4294967295']) {
    assert.equal(oidFault(oid), undefined, oid)
  }
  for (const text of ['', '.', '3.1', '1..3', '1.3.', '1.03', '1.-3', '1.a', ' 1.3', '1,3', 'W'.repeat(10_000)]) {
    assert.equal(oidFault(text), 'form', text)
  }
  assert.equal(oidFault(of(129)), 'tooMany')
  assert.equal(oidFault(`.${of(129)}`), 'tooMany')
  assert.equal(oidFault('1.3.4294967296'), 'tooLarge')
  assert.equal(oidFault(`1.${'9'.repeat(10_000)}`), 'tooLarge')
})
