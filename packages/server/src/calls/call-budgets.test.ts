import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LimitKey } from '@sonde/model/limits/limits'
import { createPeaks, newPeak } from '../limits/peaks.ts'
import { createCallBudgets } from './call-budgets.ts'

const kib = 1024
const mib = 1024 * kib

function budgets(of: Partial<Record<LimitKey, number>> = {}) {
  return createCallBudgets({
    of: (_, key) => of[key] ?? 20 * mib,
    reject(_, key) {
      throw new Error(key)
    },
    measure() {},
    peaksOf: () => newPeak,
  })
}

const owner = (tenantId: string, userId = 'u') => ({ tenantId, userId })

/** Budgets of 100 KiB per tenant; the largest responses are recorded in `peaks`. */
function budgetsWithPeaks(peaks: ReturnType<typeof createPeaks>) {
  return createCallBudgets({
    of: () => 100 * kib,
    reject(_, key) {
      throw new Error(key)
    },
    measure() {},
    peaksOf: (key) => (tenantId) => peaks.of(key, tenantId),
  })
}

test('a call may spend as much as an answer may hold, to the byte', () => {
  const budget = budgets({ answerBytes: 100 * kib }).open(owner('a'))
  budget.spend(60 * kib)
  budget.spend(40 * kib)
  assert.throws(() => budget.spend(1), /answerBytes/)
})

test('the calls of a tenant share; what was closed is given back', () => {
  const all = budgets({ answersInFlight: 4 * mib })
  const first = all.open(owner('a', '1'))
  const second = all.open(owner('a', '2'))
  first.spend(3 * mib)
  second.spend(mib)
  assert.equal(all.used('a'), 4 * mib)
  assert.throws(() => second.spend(1), /answersInFlight/)
  all.open(owner('b')).spend(mib)
  first.close()
  first.close()
  assert.equal(all.used('a'), mib)
  second.spend(mib)
  assert.equal(second.bytes, 2 * mib + 1)
})

test('large calls of a tenant go on one after the other, until the client has them', async () => {
  const all = budgets()
  const [first, second, other] = [all.open(owner('a', '1')), all.open(owner('a', '2')), all.open(owner('b'))]
  for (const budget of [first, second, other]) {
    assert.equal(budget.place(), undefined)
    budget.spend(mib)
  }
  await first.place()
  await first.place()
  await other.place()
  let isIn = false
  const waiting = second.place()?.then(() => {
    isIn = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isIn, false)
  first.leave()
  await waiting
  assert.equal(isIn, true)
  for (const budget of [first, second, other]) budget.close()
})

test('what was given back is spent again, and counts for the largest answer once', () => {
  const peaks = createPeaks()
  const all = budgetsWithPeaks(peaks)
  const budget = all.open(owner('a'))
  for (let i = 0; i < 10; i++) {
    budget.spend(60 * kib)
    budget.giveBack(60 * kib)
  }
  budget.spend(40 * kib)
  assert.equal(budget.left, 60 * kib)
  assert.ok(all.used('a') <= 64 * kib)
  budget.close()
  assert.equal(all.used('a'), 0)
  assert.equal(peaks.highest('answerBytes', 'a'), 60 * kib)
})

test('a call that has given back what made it large makes room for others of its tenant', async () => {
  const all = budgets({ answersInFlight: 4 * mib })
  const [long, other] = [all.open(owner('a', '1')), all.open(owner('a', '2'))]
  long.spend(3 * mib)
  await long.place()
  other.spend(mib)
  let isIn = false
  const waiting = other.place()?.then(() => {
    isIn = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isIn, false)
  assert.throws(() => other.spend(mib), /answersInFlight/)
  long.giveBack(3 * mib)
  await waiting
  assert.equal(all.used('a'), mib)
  other.spend(mib)
  long.close()
  long.giveBack(mib)
  other.close()
  assert.equal(all.used('a'), 0)
})

test('a budget that is closed counts nothing', () => {
  const all = budgets()
  const budget = all.open(owner('a'))
  budget.spend(10)
  budget.close()
  budget.spend(100 * mib)
  assert.equal(all.usedByAll, 0)
})

test('the largest answer of a tenant is measured, refused or not', () => {
  const peaks = createPeaks()
  const all = budgetsWithPeaks(peaks)
  const spend = (bytes: number) => {
    const budget = all.open(owner('a'))
    try {
      budget.spend(bytes)
    } finally {
      budget.close()
    }
  }
  spend(3 * kib)
  spend(2 * kib)
  assert.equal(peaks.highest('answerBytes', 'a'), 3 * kib)
  assert.throws(() => spend(101 * kib), /answerBytes/)
  assert.deepEqual([peaks.highest('answerBytes', 'a'), peaks.highest('answerBytes', 'b')], [101 * kib, 0])
})
