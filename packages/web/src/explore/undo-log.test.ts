import { expect, test } from 'vitest'
import { redone, startLog, type UndoLog, undoMax, undone, withState } from './undo-log.ts'

const isSame = (a: number, b: number) => a === b
const of = (...states: readonly number[]): UndoLog<number> =>
  states.reduce((log, state) => withState(log, state, isSame), startLog(0))

test('undo leads back step by step, redo forward again', () => {
  const log = of(1, 2)
  const back = undone(undone(log))
  expect([undone(log).present, back.present]).toEqual([1, 0])
  expect(undone(back)).toBe(back)
  expect(redone(redone(back))).toEqual(log)
  expect(redone(log)).toBe(log)
})

test('the same state is no step, and a new one ends what could be redone', () => {
  const log = of(1, 1)
  expect(log.past).toEqual([0])
  // What an undo puts into the URL comes back as the present state.
  const back = undone(of(1, 2))
  expect(withState(back, 1, isSame)).toBe(back)
  expect(withState(back, 3, isSame)).toEqual({ past: [0, 1], present: 3, future: [] })
})

test('only the newest steps can be undone', () => {
  const log = of(...Array.from({ length: undoMax + 20 }, (_, at) => at + 1))
  expect([log.past.length, log.past[0]]).toEqual([undoMax, 20])
})
