import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { setTimeout as delay, setImmediate as loop } from 'node:timers/promises'
import { asNobody } from '../guard/work.ts'
import { createTurns, sliceMs, type Turns } from './turns.ts'

const owner = (tenantId: string, userId = 'u') => ({ tenantId, userId })

let nowMs = 0
const now = () => nowMs

/** Time advances only by work, so that a busy machine doesn't affect the tests. */
function burn(ms: number) {
  nowMs += ms
}

/** Simulates work of `ms`, in steps of 1 ms, in its turns. */
async function work(turns: Turns, ms: number) {
  for (let done = 0; done < ms; done++) {
    if (turns.isOver) await turns.next()
    burn(1)
  }
}

test('a work knows its owner and its budget across waits, and nobody else does', async () => {
  const turns = createTurns(now)
  const budget = { spend() {}, giveBack() {}, left: 0, place: () => undefined }
  await turns.run(
    owner('a', '1'),
    async () => {
      assert.deepEqual(turns.owner, owner('a', '1'))
      await delay(1)
      await turns.next()
      assert.deepEqual(turns.owner, owner('a', '1'))
      assert.equal(turns.budget, budget)
    },
    budget,
  )
  assert.equal(turns.owner, undefined)
  assert.equal(turns.budget, undefined)
})

test('another budget may pay for a part of a work', async () => {
  const turns = createTurns(now)
  const budget = { spend() {}, giveBack() {}, left: 0, place: () => undefined }
  await turns.run(
    owner('a'),
    async () => {
      await turns.spending(undefined, async () => {
        await turns.next()
        assert.equal(turns.budget, undefined)
        assert.deepEqual(turns.owner, owner('a'))
        assert.equal(turns.isOver, false)
      })
      assert.equal(turns.budget, budget)
    },
    budget,
  )
  assert.equal(
    turns.spending(budget, () => 7),
    7,
  )
})

test('a step gives back what it spent, whether it ends well or not', async () => {
  const turns = createTurns(now)
  let spent = 0
  const budget = {
    spend(bytes: number) {
      spent += bytes
    },
    giveBack(bytes: number) {
      spent -= bytes
    },
    left: 7,
    place: () => undefined,
  }
  await turns.run(
    owner('a'),
    async () => {
      turns.budget?.spend(1)
      const step = turns.step(async () => {
        turns.budget?.spend(10)
        await turns.next()
        turns.budget?.spend(20)
        assert.equal(turns.budget?.left, 7)
        return 'answer'
      })
      const failed = turns.step(async () => {
        turns.budget?.spend(100)
        await turns.step(async () => turns.budget?.spend(1_000))
        throw new Error('no')
      })
      await assert.rejects(failed, /no/)
      assert.equal(await step, 'answer')
      assert.equal(spent, 1)
    },
    budget,
  )
  assert.equal(await turns.step(async () => 'outside'), 'outside')
})

test('what a step was refused, and what it leaves running, counts for no later step', async () => {
  const turns = createTurns(now)
  let spent = 0
  const budget = {
    spend(bytes: number) {
      spent += bytes
      if (spent > 10) throw new Error('too much')
    },
    giveBack(bytes: number) {
      spent -= bytes
    },
    left: 10,
    place: () => undefined,
  }
  await turns.run(
    owner('a'),
    async () => {
      await assert.rejects(
        turns.step(async () => turns.budget?.spend(11)),
        /too much/,
      )
      const ended = Promise.withResolvers<void>()
      let later: Promise<void> | undefined
      await turns.step(async () => {
        turns.budget?.spend(10)
        later = ended.promise.then(() => {
          turns.budget?.giveBack(10)
          turns.budget?.spend(20)
        })
      })
      ended.resolve()
      await later
      await turns.step(async () => turns.budget?.spend(10))
      assert.equal(spent, 0)
    },
    budget,
  )
})

test('what belongs to nobody has no owner and no budget, whoever begins it', async () => {
  const turns = createTurns(now)
  const budget = { spend() {}, giveBack() {}, left: 0, place: () => undefined }
  await turns.run(
    owner('a'),
    async () => {
      await asNobody(async () => {
        await loop()
        assert.deepEqual([turns.owner, turns.budget], [undefined, undefined])
      })
      assert.deepEqual([turns.owner, turns.budget], [owner('a'), budget])
    },
    budget,
  )
})

test('answers what the work answers, and fails as it fails', async () => {
  const turns = createTurns(now)
  assert.equal(await turns.run(owner('a'), () => 7), 7)
  await assert.rejects(
    turns.run(owner('a'), async () => {
      throw new Error('no')
    }),
    /no/,
  )
  await assert.rejects(
    turns.run(owner('a'), () => {
      throw new Error('nor this')
    }),
    /nor this/,
  )
})

test('a work of the same owner within another is part of it', async () => {
  const turns = createTurns(now)
  await turns.run(owner('a'), async () => {
    const before = turns.figures.slices
    await turns.run(owner('a'), () => {})
    assert.equal(turns.figures.slices, before)
  })
})

test('slices end after some milliseconds, and the event loop goes round in between', async () => {
  const turns = createTurns(now)
  let rounds = 0
  let isRunning = true
  const counting = (async () => {
    while (isRunning) {
      await loop()
      rounds++
    }
  })()
  await turns.run(owner('a'), () => work(turns, 100))
  isRunning = false
  await counting
  assert.ok(rounds >= 100 / (sliceMs * 3), `the event loop went round ${rounds} times`)
  assert.ok(turns.figures.slices >= 100 / (sliceMs * 2), `${turns.figures.slices} slices`)
  assert.ok(turns.figures.usedMs >= 95)
})

test('time is shared among tenants, not among works', async () => {
  const turns = createTurns(now)
  const ended: string[] = []
  const run = (name: string, ms: number) =>
    turns.run(owner(name), () => work(turns, ms)).then(() => void ended.push(name))
  await Promise.all([...Array.from({ length: 8 }, () => run('many', 40)), run('one', 40)])
  assert.ok(ended.indexOf('one') <= 2, ended.join())
})

test('a light tenant waits for a slice, however much others have to do', async () => {
  const turns = createTurns(now)
  const heavy = Array.from({ length: 20 }, (_, i) => turns.run(owner(`heavy ${i % 4}`), () => work(turns, 30)))
  let worst = 0
  for (let i = 0; i < 10; i++) {
    const since = now()
    await turns.run(owner('light'), () => {})
    worst = Math.max(worst, now() - since)
    await delay(1)
  }
  await Promise.all(heavy)
  assert.ok(worst <= 5 * (sliceMs + 1), `it waited ${worst} ms`)
})

test('what goes on after a wait is outside of its slice until its next one', async () => {
  const turns = createTurns(now)
  await turns.run(owner('a'), async () => {
    assert.equal(turns.isOver, false)
    await delay(1)
    assert.equal(turns.isOver, true)
    await turns.next()
    assert.equal(turns.isOver, false)
  })
})

test('a slice that was long is counted, and measured without what else the loop does', async () => {
  const turns = createTurns(now)
  setTimeout(() => burn(60), 0)
  await Promise.all([turns.run(owner('a'), () => burn(40)), turns.run(owner('b'), () => burn(1))])
  await loop()
  assert.equal(turns.figures.longSlices, 1)
  assert.ok(turns.figures.usedMs < 60, `${turns.figures.usedMs} ms`)
})

test('short jobs run in the order of an owner, and in no context of who asked', async () => {
  const turns = createTurns(now)
  const context = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  await new Promise<void>((resolve) => {
    context.run('mine', () => {
      turns.soon(owner('a'), () => seen.push('first', context.getStore(), turns.owner?.tenantId))
      turns.soon(owner('a'), () => {
        seen.push('second')
        resolve()
      })
    })
  })
  assert.deepEqual(seen, ['first', undefined, 'a', 'second'])
})

test('outside of any work others are let go on every few milliseconds', async () => {
  const turns = createTurns(now)
  let wasOver = 0
  for (let i = 0; i < 50; i++) {
    burn(1)
    if (!turns.isOver) continue
    wasOver++
    await turns.next()
  }
  assert.ok(wasOver >= 3 && wasOver <= 50 / sliceMs + 2, `${wasOver} times`)
})

test('each keeps the order and yields', async () => {
  const turns = createTurns(now)
  const made = await turns.run(owner('a'), () =>
    turns.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (item, at) => {
      burn(3)
      return item * 10 + at
    }),
  )
  assert.deepEqual(made, [10, 21, 32, 43, 54, 65, 76, 87, 98, 109])
  assert.ok(turns.figures.slices >= 3)
})

test('counts what waits', async () => {
  const turns = createTurns(now)
  const runs = [turns.run(owner('a', '1'), () => {}), turns.run(owner('a', '2'), () => {})]
  assert.deepEqual([turns.waitingOf('a'), turns.waitingOfUser(owner('a', '1')), turns.waitingOf('b')], [2, 1, 0])
  await Promise.all(runs)
  assert.deepEqual([turns.waitingOf('a'), turns.figures.waiting], [0, 0])
})

test('ten thousand short works are all done', async () => {
  const turns = createTurns(now)
  let done = 0
  await Promise.all(Array.from({ length: 10_000 }, (_, i) => turns.run(owner(`${i % 100}`), () => void done++)))
  assert.equal(done, 10_000)
})
