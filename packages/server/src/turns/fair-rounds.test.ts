import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairRounds, type FairRounds } from './fair-rounds.ts'

const owner = (tenantId: string, userId = 'u') => ({ tenantId, userId })

/** Takes items until their total cost reaches `cost`. Returns the used cost by item name. */
function use(rounds: FairRounds<readonly [string, number]>, cost: number): Record<string, number> {
  const used: Record<string, number> = {}
  for (let left = cost; left > 0; ) {
    const taken = rounds.take()
    if (!taken) break
    const [name, ms] = taken.item
    taken.charge(ms)
    used[name] = (used[name] ?? 0) + ms
    left -= ms
  }
  return used
}

test('tenants get equal shares of the cost, whatever an item costs and however many wait', () => {
  const rounds = createFairRounds<readonly [string, number]>()
  for (let i = 0; i < 1000; i++) rounds.add(owner('a'), ['a', 10])
  for (let i = 0; i < 3000; i++) rounds.add(owner('b'), ['b', 1])
  for (let i = 0; i < 100; i++) rounds.add(owner('c'), ['c', 40])
  const used = use(rounds, 3000)
  for (const share of Object.values(used)) assert.ok(Math.abs(share - 1000) <= 60, JSON.stringify(used))
})

test('the users of a tenant share what is its', () => {
  const rounds = createFairRounds<readonly [string, number]>()
  for (let i = 0; i < 500; i++) {
    rounds.add(owner('a', '1'), ['a1', 2])
    rounds.add(owner('a', '2'), ['a2', 7])
    rounds.add(owner('b', '1'), ['b', 3])
  }
  const { a1 = 0, a2 = 0, b = 0 } = use(rounds, 1200)
  assert.ok(Math.abs(b - 600) <= 20, `b: ${b}`)
  assert.ok(Math.abs(a1 - a2) <= 20, `a: ${a1}, ${a2}`)
})

test('one that comes anew waits for nobody who is busy', () => {
  const rounds = createFairRounds<readonly [string, number]>()
  for (let tenant = 0; tenant < 50; tenant++) {
    for (let i = 0; i < 10; i++) rounds.add(owner(`busy ${tenant}`), ['busy', 10])
  }
  use(rounds, 1000)
  rounds.add(owner('light'), ['light', 1])
  assert.equal(rounds.take()?.item[0], 'light')
})

test('one item after the other does not make anybody new', () => {
  const rounds = createFairRounds<readonly [string, number]>()
  for (let i = 0; i < 100; i++) rounds.add(owner('busy'), ['busy', 5])
  const used: Record<string, number> = {}
  rounds.add(owner('tricky'), ['tricky', 5])
  for (let i = 0; i < 60; i++) {
    const taken = rounds.take()
    assert.ok(taken)
    const [name, ms] = taken.item
    taken.charge(ms)
    used[name] = (used[name] ?? 0) + 1
    if (name === 'tricky') rounds.add(owner('tricky'), ['tricky', 5])
  }
  assert.ok((used.busy ?? 0) >= 25, JSON.stringify(used))
})

test('what was used outside of the rounds counts', () => {
  const rounds = createFairRounds<readonly [string, number]>()
  for (let i = 0; i < 100; i++) {
    rounds.add(owner('a'), ['a', 5])
    rounds.add(owner('b'), ['b', 5])
  }
  rounds.charge(owner('a'), 100)
  assert.deepEqual(use(rounds, 100), { b: 100 })
  rounds.charge(owner('unknown'), 100)
})

test('what has begun and what is new take turns; the first that began ends first, and many of them hold up what is new', () => {
  const rounds = createFairRounds<string>()
  rounds.add(owner('a'), 'new 1')
  rounds.add(owner('a'), 'new 2')
  rounds.add(owner('a'), 'back 2', 2)
  rounds.add(owner('a'), 'back 1', 1)
  const order = () => Array.from({ length: rounds.size }, () => rounds.take()?.item)
  assert.deepEqual(order(), ['back 1', 'new 1', 'back 2', 'new 2'])
  rounds.add(owner('a'), 'new')
  for (const begun of [5, 4, 3, 2, 1]) rounds.add(owner('a'), `${begun}`, begun)
  assert.deepEqual(order(), ['1', '2', 'new', '3', '4', '5'])
})

test('counts who waits, and forgets who does not', () => {
  const rounds = createFairRounds<string>()
  assert.equal(rounds.take(), undefined)
  rounds.add(owner('a', '1'), 'x')
  rounds.add(owner('a', '2'), 'y')
  assert.deepEqual([rounds.size, rounds.waitingOf('a'), rounds.waitingOfUser(owner('a', '2'))], [2, 2, 1])
  rounds.take()
  rounds.take()
  assert.deepEqual([rounds.size, rounds.waitingOf('a'), rounds.waitingOf('b')], [0, 0, 0])
  assert.equal(rounds.take(), undefined)
})

test('many items of one user are taken in their order', () => {
  const rounds = createFairRounds<number>()
  for (let i = 0; i < 5000; i++) rounds.add(owner('a'), i)
  for (let i = 0; i < 5000; i++) {
    const taken = rounds.take()
    assert.equal(taken?.item, i)
    taken?.charge(0.01)
  }
})
