import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chosenOf, namedKeys, namesToRead, resolveKeys } from './named-keys.ts'

const names = fc.stringMatching(/^[ab,]{1,4}$/)

test('what is named is meant: each name by itself, and the whole text if a key has that name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(names, { minLength: 1 }), fc.uniqueArray(names), async (wanted, existing) => {
      const exists = async (key: string) => existing.includes(key)
      const separate = namedKeys(null, wanted)
      assert.ok(separate)
      assert.deepEqual(await resolveKeys(separate, exists), wanted)
      const text = wanted.join(',')
      const joined = namedKeys(text)
      if (!joined) return assert.equal(text.replaceAll(',', ''), '')
      const meant = await resolveKeys(joined, exists)
      const parts = [...new Set(text.split(','))].filter(Boolean)
      assert.deepEqual(meant, text.includes(',') && existing.includes(text) ? [text] : parts)
      const read = (namesToRead(joined) ?? []).filter((key) => existing.includes(key)).map((key) => ({ key }))
      assert.deepEqual(
        chosenOf(joined, read).map(({ key }) => key),
        meant.filter((key) => existing.includes(key)),
      )
    }),
  )
})

test('no name names nothing', () => {
  for (const nothing of [undefined, null, '']) assert.equal(namedKeys(nothing), null)
  assert.equal(namedKeys(null, []), null)
  assert.equal(namedKeys('a', ['']), null)
})
