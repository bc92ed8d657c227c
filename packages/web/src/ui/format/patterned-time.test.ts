import { expect, test } from 'vitest'
import { patternedTime } from './patterned-time.ts'

const ms = Date.UTC(2026, 10, 9, 22, 5, 7, 42)
const of = (pattern: string, zone = 'UTC') => patternedTime(ms, pattern, zone, 'en-US')

test('a pattern has the parts of the time in its zone', () => {
  expect(of('yyyy-MM-dd HH:mm:ss.SSS')).toBe('2026-11-09 22:05:07.042')
  expect(of('d.M.yy h:m a')).toBe('9.11.26 10:5 PM')
  expect(of('EEEE, MMM d')).toBe('Monday, Nov 9')
  expect(of('dd HH:mm', 'Asia/Tokyo')).toBe('10 07:05')
})

test('texts in quotes and other signs stay', () => {
  expect(of("'at' HH 'o''clock'")).toBe("at 22 o'clock")
  expect(of('')).toBe('')
  expect(of('<b>')).toBe('<b>')
})
