import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test('length and variety make a password strong', () => {
  expect(passwordStrength('')).toBe('weak')
  expect(passwordStrength('tulip')).toBe('weak')
  expect(passwordStrength('Tulip-742')).toBe('fair')
  expect(passwordStrength('quiet-Harbour-742')).toBe('strong')
})

test('rows and repeats do not help', () => {
  expect(passwordStrength('1234567890123')).toBe('weak')
  expect(passwordStrength('aaaaaaaaaaaaaaaaaaaa')).toBe('weak')
})
