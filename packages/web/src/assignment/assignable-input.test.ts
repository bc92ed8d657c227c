import { expect, test } from 'vitest'
import { assignableErrors, infoWithDescription, labelError } from './assignable-input.ts'

const draft = (over: object) => ({ name: 'Hall', type: 'building', description: '', ...over })

test('the longest name and type are taken, one more is not', () => {
  expect(assignableErrors(draft({}))).toEqual({ name: undefined, type: undefined })
  expect(assignableErrors(draft({ name: 'n'.repeat(255), type: 't'.repeat(255) }))).toEqual({})
  expect(assignableErrors(draft({ name: 'n'.repeat(256), type: 't'.repeat(256) }))).toEqual({
    name: 'assignment.nameTooLong',
    type: 'assignment.typeTooLong',
  })
  expect(assignableErrors(draft({ name: ' ', type: '' }))).toEqual({
    name: 'assignment.nameRequired',
    type: 'assignment.typeRequired',
  })
  expect(labelError('l'.repeat(255))).toBeUndefined()
  expect(labelError('l'.repeat(256))).toBe('assignment.labelTooLong')
})

test("the platform's own type is not given to others", () => {
  expect(assignableErrors(draft({ type: ' TbServiceQueue ' }), 'TbServiceQueue').type).toBe('assignment.typeReserved')
})

test('further facts that no form shows stay', () => {
  expect(infoWithDescription({ additionalInfo: { floor: 2, description: 'old' } }, ' new ')).toEqual({
    floor: 2,
    description: 'new',
  })
  expect(infoWithDescription({ additionalInfo: null }, '')).toEqual({ description: '' })
  expect(infoWithDescription(null, 'a')).toEqual({ description: 'a' })
})
