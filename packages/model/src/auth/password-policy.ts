/** API schema of the password policy. password-rules.ts checks passwords against it. */

import Type, { type Static } from 'typebox'
import { nullable } from '../schema-parts.ts'

const count = nullable(Type.Integer({ minimum: 0 }))

export const passwordPolicy = Type.Object({
  minimumLength: Type.Integer({ minimum: 1 }),
  minimumUppercaseLetters: count,
  minimumLowercaseLetters: count,
  minimumDigits: count,
  minimumSpecialCharacters: count,
  allowWhitespaces: Type.Boolean(),
  passwordExpirationPeriodDays: count,
  passwordReuseFrequencyDays: count,
})
export type PasswordPolicy = Static<typeof passwordPolicy>
