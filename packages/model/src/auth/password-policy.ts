/** What a password must hold: asked for by the form, checked by the server. */

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

export const plainPasswordPolicy: PasswordPolicy = {
  minimumLength: 6,
  minimumUppercaseLetters: null,
  minimumLowercaseLetters: null,
  minimumDigits: null,
  minimumSpecialCharacters: null,
  allowWhitespaces: true,
  passwordExpirationPeriodDays: null,
  passwordReuseFrequencyDays: null,
}

/** Characters; a password is no place for a book. */
export const passwordLengthMax = 1000

/** What is wrong with a password, one sentence each; empty when nothing is. */
export function passwordFaults(password: string, policy: PasswordPolicy): string[] {
  const faults: string[] = []
  const demand = (wanted: number | null, pattern: RegExp, what: string) => {
    if (wanted === null || wanted === 0) return
    if ((password.match(pattern)?.length ?? 0) < wanted) faults.push(`The password needs at least ${wanted} ${what}.`)
  }
  demand(policy.minimumLength, /./gsu, 'characters')
  demand(policy.minimumUppercaseLetters, /\p{Lu}/gu, 'upper-case letters')
  demand(policy.minimumLowercaseLetters, /\p{Ll}/gu, 'lower-case letters')
  demand(policy.minimumDigits, /\p{Nd}/gu, 'digits')
  demand(policy.minimumSpecialCharacters, /[^\p{L}\p{N}\s]/gu, 'special characters')
  if (!policy.allowWhitespaces && /\s/.test(password)) faults.push('The password must not contain spaces.')
  if (password.length > passwordLengthMax) faults.push(`The password has more than ${passwordLengthMax} characters.`)
  return faults
}
