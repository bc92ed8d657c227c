import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { secretMask, withoutSecrets, withoutSecretsOf } from './secret-texts.ts'

const secretName = fc.constantFrom('password', 'Token', 'provisionDeviceSecret', 'api_key', 'credentialsId')
const secretText = fc.string({ minLength: 1 })

/** A tree of JSON with secrets, and the same tree with the mask. */
const trees = fc.letrec<{ tree: readonly [unknown, unknown] }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 1 }).map((value) => [value, value] as const),
    secretText.map(
      (text) =>
        [
          { password: text, n: 1 },
          { password: secretMask, n: 1 },
        ] as const,
    ),
    fc.tuple(secretName, secretText, tie('tree')).map(
      ([name, text, [value, masked]]) =>
        [
          { a: value, [name]: text, b: value },
          { a: masked, [name]: secretMask, b: masked },
        ] as const,
    ),
    fc.tuple(tie('tree'), tie('tree')).map(
      ([[a, maskedA], [b, maskedB]]) =>
        [
          [a, b],
          [maskedA, maskedB],
        ] as const,
    ),
    // JSON as text inside of JSON.
    tie('tree').map(([value, masked]) => [{ text: JSON.stringify(value) }, { text: JSON.stringify(masked) }] as const),
  ),
}))

test('every secret is replaced, at any depth of objects and texts, and nothing else', () => {
  fc.assert(
    fc.property(trees.tree, ([value, masked]) => {
      assert.equal(withoutSecrets(JSON.stringify(value)), JSON.stringify(masked))
    }),
    { numRuns: 500 },
  )
})

test('a secret that was cut off is replaced too', () => {
  assert.equal(withoutSecrets('{"a":1,"password":"abc…[12 characters more]'), `{"a":1,"password":"${secretMask}`)
})

test('texts, numbers and names that only contain such a word stay', () => {
  const text = JSON.stringify({ tokenCount: 7, passwordAge: 'old', secret: 5, note: 'password: "x"', token: '' })
  assert.equal(withoutSecrets(text), text)
})

test('secrets of a message are also replaced where its script put them elsewhere', () => {
  const sources = [
    '{"credentials":{"provisionDeviceKey":"key-1234","provisionDeviceSecret":"a\\"b\\\\c"},"t":20}',
    '{"token":"T0KEN"}',
  ]
  assert.equal(
    withoutSecretsOf(
      sources,
      'key-1234 sent a"b\\c and T0KEN, t 20: {"credentials":{"provisionDeviceKey":"key-1234"}}',
    ),
    '*** sent *** and ***, t 20: {"credentials":{"provisionDeviceKey":"***"}}',
  )
})
