import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDialectFunctions } from './sqlite/dialect-functions.ts'
import { compareCodePoints, compareTexts, sortKey } from './text-search.ts'

const text = fc.string({ unit: 'grapheme' })

test('texts are sorted without case and accents', () => {
  const sorted = [
    '10 m',
    '2 m',
    'Æon',
    'apfel',
    'Ärger',
    'Éclair',
    'éclair 2',
    'łódź',
    'Øre',
    'Straße',
    'Strasse 2',
    'Zange',
    'Ωμέγα',
    'Елка',
    'ёлка 2',
    'ЖУК',
    'Йод',
    'НАСОС',
    'насос 2',
    '泵',
    '\uff5e',
    '😀',
  ]
  assert.deepEqual(sorted.toReversed().sort(compareTexts), sorted)
  assert.equal(sortKey('Ärger'), sortKey('a\u0308RGER'))
  // A letter of its own, not an accented one.
  assert.notEqual(sortKey('й'), sortKey('и'))
})

test('a key depends neither on case nor on the Unicode form, and is its own key', () => {
  fc.assert(
    fc.property(text, (some) => {
      const key = sortKey(some)
      assert.equal(sortKey(key), key)
      assert.equal(sortKey(some.normalize('NFD')), key)
      assert.equal(sortKey(some.normalize('NFC')), key)
    }),
  )
})

test('the database sorts alike', () => {
  const database = new DatabaseSync(':memory:')
  addDialectFunctions(database)
  const sorted = database.prepare('select value from json_each(?) order by sort_key(value), value')
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      assert.deepEqual(
        sorted.all(JSON.stringify(texts)).map(({ value }) => value),
        texts.toSorted(compareTexts),
      )
    }),
  )
  assert.deepEqual(
    { ...database.prepare('select sort_key(7) as number, sort_key(null) as none').get() },
    { number: 7, none: null },
  )
  database.close()
})

test('code points, not UTF-16 units, decide', () => {
  assert.ok(compareCodePoints('\uff5e', '😀') < 0)
  assert.ok(compareCodePoints('a', 'ab') < 0)
  assert.equal(compareCodePoints('a', 'a'), 0)
})
