import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from './until-testing.ts'

test('a wait ends when its condition holds, and fails by name when it does not', async () => {
  let looks = 0
  await until(async () => ++looks === 3)
  assert.equal(looks, 3)
  await assert.rejects(
    until(() => looks < 0, 'fewer than no looks', 20),
    { message: 'Waited 0.02 s in vain: fewer than no looks' },
  )
  await assert.rejects(
    until(() => looks < 0, undefined, 20),
    /in vain: \(\) => looks < 0/,
  )
})
