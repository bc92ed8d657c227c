import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canRedo,
  canUndo,
  currentOf,
  type History,
  historyMax,
  jumpTo,
  redo,
  sealed,
  startHistory,
  undo,
  withChange,
} from './history.ts'

test('undo, redo and jumps move between the snapshots; a change after an undo discards what could be redone', () => {
  const values = ['start', 'a', 'b', 'c'].map((name) => ({ name }))
  const [start, a, b, c] = values
  let history = startHistory<object | undefined, string>(start)
  for (const [name, value] of Object.entries({ a, b, c })) history = withChange(history, name, value)
  assert.equal(currentOf(history), c)
  assert.equal(redo(history), history)
  assert.equal(currentOf(undo(undo(history))), a)
  assert.equal(currentOf(redo(undo(history))), c)
  assert.equal(currentOf(jumpTo(history, 0)), start)
  assert.equal(canUndo(jumpTo(history, 0)), false)
  assert.equal(undo(jumpTo(history, 0)).index, 0)
  assert.equal(jumpTo(history, 9), history)

  const other = { name: 'other' }
  const branched = withChange(jumpTo(history, 1), 'other', other)
  assert.deepEqual(
    branched.entries.map(({ label }) => label),
    [null, 'a', 'other'],
  )
  assert.equal(canRedo(branched), false)
  assert.equal(withChange(branched, 'nothing', other), branched)
})

test('a merged change is undone with the one before it, but never with the start', () => {
  const start = startHistory<number, string>(0)
  const merged = withChange(withChange(start, 'move', 1, true), 'move', 2, true)
  assert.deepEqual(
    merged.entries.map(({ value }) => value),
    [0, 2],
  )
})

test('changes with the same key in a row are one step, until the step is ended', () => {
  const valuesOf = (history: History<number, string>) => history.entries.map(({ value }) => value)
  let history = startHistory<number, string>(0)
  for (const [key, value] of [
    ['title', 1],
    ['title', 2],
    ['color', 3],
    ['title', 4],
  ] as const)
    history = withChange(history, 'change', value, key)
  assert.deepEqual(valuesOf(history), [0, 2, 3, 4])
  assert.deepEqual(valuesOf(withChange(history, 'change', 5, 'title')), [0, 2, 3, 5])
  assert.deepEqual(valuesOf(withChange(sealed(history), 'change', 5, 'title')), [0, 2, 3, 4, 5])
  assert.equal(sealed(startHistory(0)).entries.length, 1)
})

test('the oldest changes are forgotten at the limit', () => {
  let history = startHistory<number, string>(0)
  for (let value = 1; value <= historyMax; value++) history = withChange(history, 'change', value)
  assert.equal(history.entries[0]?.value, 0)
  history = withChange(history, 'change', historyMax + 1)
  assert.equal(history.entries.length, historyMax + 1)
  assert.deepEqual(history.entries[0], { label: null, value: 1 })
  assert.equal(currentOf(history), historyMax + 1)
})
