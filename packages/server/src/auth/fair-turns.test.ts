import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairTurns, type FairTurnsOptions, type Turn } from './fair-turns.ts'

/** A fair queue whose tasks end when the test says so. `log`: clients in the order in which they ran. */
function world(options: Partial<FairTurnsOptions> = {}) {
  const turns = createFairTurns({
    atOnceMax: 1,
    waitingMax: () => 100,
    totalMax: 1000,
    rejection: () => new Error('full'),
    ...options,
  })
  const log: string[] = []
  const open: (() => void)[] = []
  const outcomes: Promise<string>[] = []
  const ask = (name: string, turn: Turn) => {
    const outcome = turns
      .run(turn, () => {
        log.push(name)
        return new Promise<void>((resolve) => open.push(resolve))
      })
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
    outcomes.push(outcome)
    return outcome
  }
  const finish = async () => {
    while (open.length > 0) {
      open.shift()?.()
      await new Promise(setImmediate)
    }
    return Promise.all(outcomes)
  }
  return { ask, finish, log, open }
}

test('whoever waits for one thing waits for one thing of another at most', async () => {
  const { ask, finish, log } = world()
  for (let i = 0; i < 5; i++) ask(`flood ${i}`, { of: 'flood' })
  ask('a', { of: 'a' })
  ask('b', { of: 'b' })
  ask('b again', { of: 'b' })
  await finish()
  assert.deepEqual(log, ['flood 0', 'flood 1', 'a', 'b', 'flood 2', 'b again', 'flood 3', 'flood 4'])
})

test('as many run at once as may, and a failure gives its place on', async () => {
  const { ask, finish, log, open } = world({ atOnceMax: 2 })
  for (const name of ['a', 'b', 'c']) ask(name, { of: name })
  await new Promise(setImmediate)
  assert.deepEqual([log, open.length], [['a', 'b'], 2])
  await finish()
  const turns = createFairTurns({ atOnceMax: 1, waitingMax: () => 1, totalMax: 1, rejection: () => new Error('full') })
  await assert.rejects(
    turns.run({ of: 'a' }, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await turns.run({ of: 'a' }, async () => 'next'), 'next')
})

test('one that waits for too much is refused, others are not', async () => {
  const { ask, finish } = world({ waitingMax: () => 2 })
  for (let i = 0; i < 3; i++) ask(`flood ${i}`, { of: 'flood' })
  assert.equal(await ask('flood 3', { of: 'flood' }), 'full')
  ask('other', { of: 'other' })
  assert.deepEqual(await finish(), ['done', 'done', 'done', 'full', 'done'])
})

test('those who come first overtake their own kind, and take its last place when there is none', async () => {
  const { ask, finish, log } = world({ waitingMax: () => 2 })
  ask('runs', { of: 'x' })
  ask('other 1', { of: 'x' })
  const second = ask('other 2', { of: 'x' })
  ask('first 1', { of: 'x', isFirst: true })
  assert.equal(await second, 'full')
  ask('first 2', { of: 'x', isFirst: true })
  assert.equal(await ask('first 3', { of: 'x', isFirst: true }), 'full')
  await finish()
  assert.deepEqual(log, ['runs', 'first 1', 'first 2'])
})

test('where all places are taken, a newcomer takes the place of whoever has most', async () => {
  const { ask, finish, log } = world({ totalMax: 3 })
  ask('runs', { of: 'a' })
  ask('a 1', { of: 'a' })
  const lost = ask('a 2', { of: 'a' })
  ask('b 1', { of: 'b' })
  ask('c 1', { of: 'c' })
  assert.equal(await lost, 'full')
  assert.equal(await ask('a 3', { of: 'a' }), 'full', 'nobody takes a place for more of his own')
  assert.equal(await ask('d 1', { of: 'd' }), 'full', 'all wait for one thing only')
  await finish()
  assert.deepEqual(log, ['runs', 'a 1', 'b 1', 'c 1'])
})
