import type { Event } from '@sonde/model/events/event'
import { expect, test } from 'vitest'
import { eventText, prettyText } from './event-body.ts'

test('JSON is set in lines, metadata in order, other text stays', () => {
  expect(prettyText('{"b":1,"a":2}')).toBe('{\n  "b": 1,\n  "a": 2\n}')
  expect(prettyText('{"b":1,"a":2}', true)).toBe('{\n  "a": 2,\n  "b": 1\n}')
  expect(prettyText('[2,1]', true)).toBe('[\n  2,\n  1\n]')
  expect(prettyText('java.lang: boom')).toBe('java.lang: boom')
  expect(prettyText('12345678901234567890')).toBe('12345678901234567890')
  expect(prettyText('{"b":12345678901234567890,"a":1}', true)).toBe('{\n  "a": 1,\n  "b": 12345678901234567890\n}')
})

test('a field that a kind does not have is empty', () => {
  const event = { body: { server: 's', messagesProcessed: 0 } } as unknown as Event
  expect([eventText(event, 'messagesProcessed'), eventText(event, 'method')]).toEqual(['0', ''])
})

test('secrets of a message are not shown', () => {
  const event = { body: { data: '{"provisionDeviceSecret":"s1","t":20}' } } as unknown as Event
  expect(eventText(event, 'data')).toBe('{"provisionDeviceSecret":"***","t":20}')
})
