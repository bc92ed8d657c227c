import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { longIntegersToDoubles, parseJson } from './exact-json.ts'

test('whole numbers keep all digits, wherever they stand', () => {
  const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  const gap = fc.constantFrom('', ' ', '\n  ', '\t')
  fc.assert(
    fc.property(digits, gap, (number, space) => {
      for (const text of [
        `${space}${number}${space}`,
        `[${space}${number}${space}]`,
        `{"a":${space}${number}${space}}`,
        `[1,${space}${number},{"b":[${number}${space},"x"]}]`,
      ]) {
        assert.equal(JSON.stringify(parseJson(text)), text.replace(/\s/g, ''))
      }
    }),
  )
})

test('everything else is parsed as by JSON.parse', () => {
  const longText = '"k":"12345678901234567890","l":"a:12345678901234567890,"'
  for (const text of [`{${longText}}`, '[9007199254740991,-9007199254740991,1e400,12345678901234567890.5,1e22]']) {
    assert.deepEqual(parseJson(text), JSON.parse(text))
  }
  fc.assert(fc.property(fc.json(), (text) => assert.deepEqual(parseJson(text), JSON.parse(text))))
  assert.throws(() => parseJson('{"a":12345678901234567890'), SyntaxError)
  assert.throws(() => parseJson('012345678901234567890'), SyntaxError)
})

test('a number of a million digits is a double', () => {
  assert.equal(parseJson('9'.repeat(1_000_000)), Number.POSITIVE_INFINITY)
})

test('in a text with very many parts they are doubles', () => {
  const list = (count: number) => parseJson(`[${Array(count).fill('12345678901234567890').join()}]`) as unknown[]
  assert.deepEqual([typeof list(50_000)[0], typeof list(60_000)[0]], ['bigint', 'number'])
})

test('for fields that are doubles, long ones become doubles in place', () => {
  const value = parseJson('{"a":[12345678901234567890,{"b":-12345678901234567890}],"c":1}')
  assert.equal(longIntegersToDoubles(value), true)
  assert.deepEqual(value, { a: [12345678901234567000, { b: -12345678901234567000 }], c: 1 })
  assert.equal(longIntegersToDoubles(value), false)
})
