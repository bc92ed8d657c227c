import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { containsText } from './contains-text.ts'

/** Texts of only two letters, so that parts repeat. */
const text = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b'), { minLength, maxLength, size: 'max' }).map((letters) => letters.join(''))

test('a text contains what `includes` says', () => {
  fc.assert(
    fc.property(text(0, 700), text(0, 700), fc.boolean(), (before, wanted, isIn) => {
      const whole = isIn ? `${before}${wanted}${before}` : before
      assert.equal(containsText(whole, wanted), whole.includes(wanted))
    }),
    { numRuns: 300 },
  )
})

test('long texts that begin alike, and differ at one place', () => {
  const half = 'x'.repeat(15_000)
  for (const [wanted, isIn] of [
    [`${half}a${half}`, false],
    [half, true],
    [`${half}y`, true],
  ] as const) {
    assert.equal(containsText(`${'x'.repeat(60_000)}y`, wanted), isIn)
  }
})
