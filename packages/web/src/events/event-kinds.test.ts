import { expect, test } from 'vitest'
import { eventFilterOf, eventKindOf, numberErrors } from './event-kinds.ts'

test('debug is the default where there is any, and only there', () => {
  expect(eventKindOf('DEVICE', undefined)).toBe('ERROR')
  expect(eventKindOf('DEVICE', 'DEBUG_RULE_NODE')).toBe('ERROR')
  expect(eventKindOf('RULE_CHAIN', undefined)).toBe('DEBUG_RULE_CHAIN')
  expect(eventKindOf('RULE_NODE', 'STATS')).toBe('STATS')
})

test('a filter holds the fields of its kind, of other kinds none', () => {
  const filters = { kind: 'STATS', server: ' a ', method: 'm', messagesProcessed: '5', errorsOccurred: 'many' }
  expect(eventFilterOf('STATS', filters)).toEqual({ eventType: 'STATS', server: 'a', messagesProcessed: 5 })
  expect(eventFilterOf('ERROR', filters)).toEqual({ eventType: 'ERROR', server: 'a', method: 'm' })
})

test('the text of an error counts in debug events only among those with one', () => {
  expect(eventFilterOf('DEBUG_RULE_NODE', { errorStr: 'boom' })).toEqual({ eventType: 'DEBUG_RULE_NODE' })
  expect(eventFilterOf('DEBUG_RULE_NODE', { errorStr: 'boom', isError: 'true' })).toEqual({
    eventType: 'DEBUG_RULE_NODE',
    errorStr: 'boom',
    isError: true,
  })
  expect(eventFilterOf('ERROR', { errorStr: 'boom' })).toEqual({ eventType: 'ERROR', errorStr: 'boom' })
})

test('numbers are whole and from 0', () => {
  expect(numberErrors({ messagesProcessed: '-1', errorsOccurred: '0' })).toEqual(['messagesProcessed'])
  expect(numberErrors({ messagesProcessed: '', errorsOccurred: '2.5' })).toEqual(['errorsOccurred'])
})
