import { expect, test } from 'vitest'
import { draftsToDrop } from './draft-limits.ts'

const draft = (key: string, time: number, length: number) => ({ key, time, length })

test('the oldest drafts are dropped when all are too long together; the new one takes the place of its former self', () => {
  const stored = [draft('old', 1, 40), draft('new', 3, 40), draft('middle', 2, 40)]
  expect(draftsToDrop(stored, draft('added', 4, 20), 140)).toEqual([])
  expect(draftsToDrop(stored, draft('added', 4, 21), 140)).toEqual(['old'])
  expect(draftsToDrop(stored, draft('old', 4, 60), 140)).toEqual([])
})

test('a draft beyond the limit is not kept, and drops no others', () => {
  expect(draftsToDrop([draft('other', 1, 50)], draft('added', 2, 101), 100)).toEqual(['added'])
})
