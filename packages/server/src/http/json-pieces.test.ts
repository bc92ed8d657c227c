import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type JsonPieces, jsonBytes, jsonPieces } from './json-pieces.ts'

const always = { isOver: false, next: async () => {} }

const several = (pieces: JsonPieces): readonly Buffer[] => (typeof pieces === 'string' ? [Buffer.from(pieces)] : pieces)

const written = async (value: unknown) => jsonBytes(await jsonPieces(value, always)).toString()

test('writes what JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.jsonValue(),
        fc.array(fc.jsonValue(), { maxLength: 200 }),
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 200 }),
        fc.record({ data: fc.array(fc.jsonValue(), { maxLength: 50 }), total: fc.integer(), hasNext: fc.boolean() }),
      ),
      async (value) => assert.equal(await written(value), JSON.stringify(value)),
    ),
  )
})

test('leaves out what JSON leaves out, and asks those that write themselves', async () => {
  const when = new Date(0)
  const values = [
    { a: undefined, data: [1, 2, 3, 4, 5, undefined, () => 1], b: undefined, when },
    { data: [1, 2, 3, 4, 5], last: undefined },
    { data: [], none: [] },
    { toJSON: () => [1, 2, 3, 4, 5, 6] },
    [undefined, undefined, undefined, undefined, undefined],
    when,
    { a: JSON.parse('{"__proto__":1,"data":[1,2,3,4,5]}') },
    'text',
    7,
    null,
  ]
  for (const value of values) assert.equal(await written(value), JSON.stringify(value))
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i % 7 === 0 ? undefined : i]))
  assert.equal(await written(many), JSON.stringify(many))
})

test('a long list is several pieces, and others go on in between', async () => {
  const value = { data: Array.from({ length: 10_000 }, (_, i) => ({ n: i, text: 'x'.repeat(50) })) }
  let requested = 0
  const turns = {
    get isOver() {
      requested++
      return false
    },
    next: async () => {},
  }
  const pieces = several(await jsonPieces(value, turns))
  assert.ok(pieces.length > 5)
  assert.ok(pieces.every(({ length }) => length < 128 * 1024))
  assert.ok(requested > 30, `looked at the time ${requested} times`)
  assert.equal(Buffer.concat(pieces).toString(), JSON.stringify(value))
})

test('what fits into one piece is a text', async () => {
  for (const value of [{ a: 1 }, { data: [1, 2, 3, 4, 5, 6] }, 'text']) {
    assert.equal(await jsonPieces(value, always), JSON.stringify(value))
  }
})

test('rows that are long themselves are written one at a time', async () => {
  const value = Array.from({ length: 30 }, () => ({ text: 'ä'.repeat(300_000) }))
  const pieces = several(await jsonPieces(value, always))
  assert.ok(pieces.length >= 25, `${pieces.length} pieces`)
  assert.equal(Buffer.concat(pieces).toString(), JSON.stringify(value))
})
