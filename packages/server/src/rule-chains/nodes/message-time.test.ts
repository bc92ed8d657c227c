import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayloadError, tsMax, tsMin } from '@sonde/model/telemetry/payload'
import { messageTime } from './message-time.ts'

const made = 1_700_000_000_000
const timeOf = (ts?: string) => messageTime({ ts: made, metadata: ts === undefined ? {} : { ts } })

test('a whole number in the metadata is the time, anything else the time when the message was made', () => {
  for (const ts of ['0', '5', '-1', '1600000000000', String(tsMin), String(tsMax)]) assert.equal(timeOf(ts), Number(ts))
  for (const ts of [undefined, '', 'soon', '1.5', '1e3', ' 5']) assert.equal(timeOf(ts), made)
})

test('a number outside the range of data points fails, whatever its digits', () => {
  for (const ts of [String(tsMin - 1), String(tsMax + 1), '1700000000000000', '9'.repeat(30)]) {
    assert.throws(() => timeOf(ts), PayloadError, ts)
  }
})
