import { expect, test } from 'vitest'
import { infoOfText, relationTypeError, textOfInfo } from './relation-input.ts'

test('a type has 1 to 255 characters', () => {
  expect(['', '  ', 'Contains', 't'.repeat(255), 't'.repeat(256)].map(relationTypeError)).toEqual([
    'typeRequired',
    'typeRequired',
    undefined,
    undefined,
    'typeTooLong',
  ])
})

test('additional info is a JSON object, or nothing', () => {
  expect(infoOfText(' ')).toEqual({ info: null })
  expect(infoOfText('{"a": 1}')).toEqual({ info: { a: 1 } })
  expect(['[1]', '7', 'null'].map(infoOfText)).toEqual(Array(3).fill({ fieldError: 'jsonObject' }))
  expect(infoOfText('{"a": 1')).toEqual({ fieldError: 'jsonInvalid' })
  expect(infoOfText(textOfInfo({ a: [1] }))).toEqual({ info: { a: [1] } })
})
