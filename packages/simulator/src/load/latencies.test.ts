import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLatencies } from './latencies.ts'

test('a percentile is within ten per cent of the exact one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 20, max: 5_000_000 }), { minLength: 1, maxLength: 200 }), (us) => {
      const latencies = createLatencies()
      for (const value of us) latencies.note(value * 1000)
      const sorted = us.toSorted((a, b) => a - b)
      for (const share of [0.01, 0.5, 0.99, 1]) {
        const exact = (sorted[Math.max(0, Math.ceil(share * us.length) - 1)] as number) / 1000
        const measured = latencies.percentileMs(share)
        assert.ok(measured >= exact && measured <= exact * 1.11, `${share}: ${measured} for ${exact}`)
      }
    }),
  )
})

test('nothing noted is zero', () => assert.equal(createLatencies().percentileMs(0.99), 0))
