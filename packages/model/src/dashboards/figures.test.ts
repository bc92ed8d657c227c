import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { doubleText } from '../telemetry/values.ts'
import { addFigures, compareFigures, type Figure, figureOf, subtractFigures } from './figures.ts'

const wholeNumbers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const figure = (value: bigint): Figure => figureOf(String(value))
const exact = (value: Figure): bigint => BigInt(value)

test('every double and every LONG keeps its digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      // 0.0 is the text of -0 too.
      assert.equal(figureOf(doubleText(value)), value + 0)
      assert.equal(Number(figureOf(String(value))), value + 0)
    }),
  )
  fc.assert(fc.property(wholeNumbers, (value) => assert.equal(exact(figure(value)), value)))
})

test('sums, differences and order of whole numbers are exact', () => {
  fc.assert(
    fc.property(wholeNumbers, wholeNumbers, (one, other) => {
      assert.equal(exact(addFigures(figure(one), figure(other))), one + other)
      assert.equal(exact(subtractFigures(figure(one), figure(other))), one - other)
      assert.equal(Math.sign(compareFigures(figure(one), figure(other))), one < other ? -1 : one > other ? 1 : 0)
    }),
  )
})

test('with a fraction they are those of doubles', () => {
  assert.equal(addFigures(0.5, '9007199254740993'), Number('9007199254740993') + 0.5)
  assert.equal(compareFigures(0.5, '9007199254740993') < 0, true)
})
