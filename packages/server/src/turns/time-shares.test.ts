import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, integer, property } from 'fast-check'
import { type Sharer, TimeShares } from './time-shares.ts'

interface Member extends Sharer {
  readonly name: string
}
const member = (name: string): Member => ({ name, virtualMs: 0, place: -1 })

/** Schedules turns until `ms` have passed; each member always has work, and its turns take `turnMs`. */
function run(shares: TimeShares<Member>, turnMs: (name: string) => number, ms: number): Record<string, number> {
  const used: Record<string, number> = {}
  for (let now = 0; now < ms; ) {
    const next = shares.next()
    assert.ok(next)
    const took = turnMs(next.name)
    now += took
    used[next.name] = (used[next.name] ?? 0) + took
    shares.charge(next, took)
    shares.add(next)
  }
  return used
}

test('members get equal time, however long their turns are', () => {
  const shares = new TimeShares<Member>()
  for (const name of ['slow', 'quick', 'other']) shares.add(member(name))
  const used = run(shares, (name) => (name === 'slow' ? 50 : 1), 3_000)
  for (const ms of Object.values(used)) assert.ok(Math.abs(ms - 1_000) <= 50, JSON.stringify(used))
})

test('who comes after a pause has its turn before those that used time, and no credit from the pause', () => {
  const shares = new TimeShares<Member>()
  const busy = member('busy')
  const rare = member('rare')
  shares.add(busy)
  run(shares, () => 10, 10_000)
  shares.add(rare)
  assert.equal(shares.next(), rare)
  shares.charge(rare, 1)
  shares.add(rare)
  const used = run(shares, () => 1, 100)
  assert.ok((used.busy ?? 0) >= 40, 'the pause is not made up for')
})

test('who goes on because nobody waits owes nothing for it to those that come later', () => {
  const shares = new TimeShares<Member>()
  const [alone, late] = [member('alone'), member('late')]
  shares.add(alone)
  assert.equal(shares.next(), alone)
  for (let ms = 0; ms < 10_000; ms += 10) {
    shares.goOn(alone)
    shares.charge(alone, 10)
  }
  shares.add(alone)
  shares.add(late)
  const used = run(shares, () => 10, 1_000)
  assert.ok((used.alone ?? 0) >= 490, JSON.stringify(used))
})

test('who goes on while another waits owes that one what it uses', () => {
  const shares = new TimeShares<Member>()
  const [first, other] = [member('first'), member('other')]
  shares.add(first)
  shares.add(other)
  assert.equal(shares.next(), first)
  shares.goOn(first)
  shares.charge(first, 500)
  shares.add(first)
  assert.equal(run(shares, () => 10, 500).other, 500)
})

test('work beside the turns counts too', () => {
  const shares = new TimeShares<Member>()
  const [a, b] = [member('a'), member('b')]
  shares.add(a)
  shares.add(b)
  shares.charge(a, 5)
  assert.deepEqual([shares.next()?.name, shares.next()?.name, shares.next()], ['b', 'a', undefined])
})

test('whatever is added, charged and removed, the least virtual time is next', () => {
  check(
    property(array(integer({ min: 0, max: 99 }), { maxLength: 200 }), (steps) => {
      const shares = new TimeShares<Member>()
      const members = Array.from({ length: 10 }, (_, i) => member(String(i)))
      const waiting = new Set<Member>()
      for (const step of steps) {
        const one = members[step % 10] as Member
        if (step < 40) {
          shares.add(one)
          waiting.add(one)
        } else if (step < 60) shares.charge(one, step)
        else if (step < 75) {
          shares.remove(one)
          waiting.delete(one)
        } else {
          const least = Math.min(...[...waiting].map(({ virtualMs }) => virtualMs))
          const next = shares.next()
          assert.equal(next?.virtualMs, waiting.size > 0 ? least : undefined)
          if (next) waiting.delete(next)
        }
        assert.equal(shares.size, waiting.size)
      }
    }),
  )
})
