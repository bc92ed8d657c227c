import { expect, test } from 'vitest'
import { createCallMemo, placesMax } from './call-memo.ts'

const content = { setting: 'cellContentFunction', of: 'Flow', argNames: ['value'], body: 'return value' }
const style = { ...content, setting: 'cellStyleFunction' }

function setUp() {
  const runs: { readonly setting: string; readonly calls: readonly (readonly unknown[])[] }[] = []
  const answers: ((values: readonly unknown[]) => void)[] = []
  let drawn = 0
  const memo = createCallMemo(
    ({ setting }, task) => {
      if (task.kind === 'each') runs.push({ setting, calls: task.calls })
      return new Promise((resolve) => answers.push(resolve))
    },
    () => drawn++,
  )
  const ask = (place: string, value: unknown, named = content) =>
    memo.result(named, place, String(value), () => [value])?.value
  const answer = async (...values: unknown[]) => {
    answers.shift()?.(values)
    await Promise.resolve()
  }
  return { memo, ask, answer, runs, drawn: () => drawn }
}

test('all places of a function run as one task, and a place keeps its result until the next is there', async () => {
  const { memo, ask, answer, runs, drawn } = setUp()
  expect([ask('a', 1), ask('b', 2), ask('a', 1, style)]).toEqual([undefined, undefined, undefined])
  memo.flush()
  expect(runs).toEqual([
    { setting: 'cellContentFunction', calls: [[1], [2]] },
    { setting: 'cellStyleFunction', calls: [[1]] },
  ])
  await answer('one', 'two')
  expect(drawn()).toBe(1)
  expect([ask('a', 3), ask('b', 2)]).toEqual(['one', 'two'])
  memo.flush()
  expect(runs.at(-1)).toEqual({ setting: 'cellContentFunction', calls: [[3]] })
})

test('nothing runs again while nothing changes; changes during a run follow after it', async () => {
  const { memo, ask, answer, runs } = setUp()
  ask('a', 1)
  memo.flush()
  ask('a', 2)
  memo.flush()
  expect(runs.length).toBe(1)
  await answer('one')
  expect(ask('a', 2)).toBe('one')
  memo.flush()
  await answer('two')
  expect(ask('a', 2)).toBe('two')
  memo.flush()
  expect(runs.map(({ calls }) => calls)).toEqual([[[1]], [[2]]])
})

test('a failed place runs with the next change of another, so that its fault stays', async () => {
  const { memo, ask, answer, runs } = setUp()
  ask('a', 1)
  ask('b', 2)
  memo.flush()
  await answer(undefined, 'two')
  ask('a', 1)
  ask('b', 2)
  memo.flush()
  expect(runs.length).toBe(1)
  ask('a', 1)
  ask('b', 3)
  memo.flush()
  expect(runs.at(-1)?.calls).toEqual([[1], [3]])
})

test('the call before is known, and places that are long gone are forgotten', async () => {
  const { memo, ask, answer, runs } = setUp()
  ask('a', 1)
  memo.flush()
  await answer('one')
  memo.result(content, 'a', '2', (before) => [2, before?.value, before?.args[0]])
  memo.flush()
  expect(runs.at(-1)?.calls).toEqual([[2, 'one', 1]])
  for (let index = 0; index < placesMax; index++) ask(`other ${index}`, index)
  expect(ask('a', 1)).toBeUndefined()
})
