import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NameIndex } from './name-index.ts'

const letters = fc.constantFrom('a', 'b', 'c', ' ', 'é', 'あ', '\0')
const text = fc.string({ unit: letters, maxLength: 12 })

test('finds the rows whose text contains another, whatever was put in, changed and taken out before', () => {
  const step = fc.record({ row: fc.nat(20), text: fc.option(text) })
  fc.assert(
    fc.property(fc.array(step), fc.string({ unit: letters, minLength: 3, maxLength: 5 }), (steps, wanted) => {
      const rows = Array.from({ length: 21 }, (_, id) => ({ id }))
      const texts = new Map<object, string>()
      const index = new NameIndex<object>()
      for (const { row, text: given } of steps) {
        const of = rows[row] ?? {}
        if (given === null) {
          index.remove(of)
          texts.delete(of)
        } else {
          index.put(of, given)
          texts.set(of, given)
        }
      }
      const expected = new Set([...texts].filter(([, given]) => given.includes(wanted)).map(([row]) => row))
      assert.deepEqual(new Set(index.find(wanted, 1000)), expected)
      assert.deepEqual(new Map(index.entries()), texts)
    }),
  )
})

test('short texts, and those that too many have, are left to a pass over all', () => {
  const index = new NameIndex<number>()
  for (let row = 0; row < 10; row++) index.put(row, `pump ${row}`)
  assert.equal(index.find('pu', 100), null)
  assert.equal(index.find('pump', 9), null)
  assert.equal(index.find('pump', 10)?.length, 10)
  assert.deepEqual(index.find('p 7', 9), [7])
  assert.deepEqual(index.find('fan', 9), [])
})

test('says when so much of it is empty that it should be made anew', () => {
  const index = new NameIndex<number>()
  for (let at = 0; at < 1500; at++) index.put(at % 2, `name ${at}`)
  assert.equal(index.isWorn, true)
  assert.deepEqual(index.find('name 1499', 9), [1])
  assert.equal(new NameIndex<number>().isWorn, false)
})
