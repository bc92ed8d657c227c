import { expect, test } from 'vitest'
import { defaultNotices, lastCreated, newAlarms, readNotices, severitiesFrom } from './alarm-notices.ts'

const alarm = (id: string, createdTime: number) => ({ id: { id }, createdTime })

test('what was not stored, or was stored otherwise, is off', () => {
  expect(readNotices({})).toEqual(defaultNotices)
  expect(readNotices(null)).toEqual(defaultNotices)
  expect(readNotices({ sound: 'yes', notification: 1, from: 'LOUD' })).toEqual(defaultNotices)
  const notices = { sound: true, notification: true, from: 'MINOR' } as const
  expect(readNotices({ ...notices })).toEqual(notices)
})

test('a severity stands for itself and what is worse', () => {
  expect(severitiesFrom('CRITICAL')).toEqual(['CRITICAL'])
  expect(severitiesFrom('MINOR')).toEqual(['CRITICAL', 'MAJOR', 'MINOR'])
  expect(severitiesFrom('INDETERMINATE')).toHaveLength(5)
})

test('alarms that were there at the start are not new; later ones are once', () => {
  const first = [alarm('a', 10)]
  expect(newAlarms(first, null)).toEqual([])
  const seenTs = lastCreated(first, null)
  const next = [alarm('b', 20), alarm('a', 10)]
  expect(newAlarms(next, seenTs).map(({ id }) => id.id)).toEqual(['b'])
  expect(newAlarms(next, lastCreated(next, seenTs))).toEqual([])
  // The newest alarm was acknowledged: the remaining ones aren't new.
  expect(lastCreated([], 20)).toBe(20)
  expect(newAlarms(first, 20)).toEqual([])
})
