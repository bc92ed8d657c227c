import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFollowedCache } from './followed-cache.ts'

function open({ entriesMax = 10, staleMsMax = 100 } = {}) {
  const stream = { position: 0, lagMs: 0 }
  const cache = createFollowedCache<string>({ stream, entriesMax, staleMsMax })
  const reads: string[] = []
  const of = (id: string, value: string | undefined = id) =>
    cache.of(id, async () => {
      reads.push(id)
      return value
    })
  return { stream, cache, reads, of }
}

test('what was read is remembered until it is forgotten', async () => {
  const { cache, reads, of } = open()
  assert.equal(cache.get('a'), undefined)
  assert.deepEqual([await of('a'), await of('a'), cache.get('a')], ['a', 'a', 'a'])
  await of('b')
  assert.deepEqual(reads, ['a', 'b'])
  cache.forget('a')
  assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'b'])
  cache.clear()
  assert.equal(cache.get('b'), undefined)
})

test('what does not exist is not remembered', async () => {
  const { cache, reads } = open()
  const read = async () => {
    reads.push('a')
    return undefined
  }
  await cache.of('a', read)
  await cache.of('a', read)
  assert.deepEqual(reads, ['a', 'a'])
})

test('a read that was under way when something was forgotten is answered, not remembered', async () => {
  const { cache } = open()
  for (const forgets of [() => cache.forget('b'), cache.clear]) {
    const { promise, resolve } = Promise.withResolvers<string>()
    const answer = cache.of('a', () => promise)
    forgets()
    resolve('old')
    assert.deepEqual([await answer, cache.get('a')], ['old', undefined])
  }
})

test('above its bound the value that was read longest ago goes', async () => {
  const { cache, of } = open({ entriesMax: 2 })
  for (const id of ['a', 'b', 'c']) await of(id)
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => cache.get(id)),
    [undefined, 'b', 'c'],
  )
})

test('while the stream lags by more than the bound everything is read again', async () => {
  const { stream, cache, reads, of } = open({ staleMsMax: 100 })
  await of('a')
  stream.lagMs = 100
  assert.equal(cache.get('a'), 'a')
  stream.lagMs = 101
  assert.equal(cache.get('a'), undefined)
  assert.equal(await of('a', 'new'), 'new')
  await of('b')
  assert.deepEqual(reads, ['a', 'a', 'b'])
  stream.lagMs = 0
  assert.deepEqual([cache.get('a'), cache.get('b')], ['a', undefined], 'what was read then is not remembered')
})

test('it is valid up to the position of the stream', () => {
  const { stream, cache } = open()
  stream.position = 7
  assert.equal(cache.validTo, 7)
})
