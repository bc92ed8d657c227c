/** What a password must hold: asked for by the form, checked by the server. */

import Type, { type Static } from 'typebox'
import { nullable } from '../schema-parts.ts'
import { meetsDemand, type PasswordRule, passwordDemands } from './password-rules.ts'

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

/** What is wrong with a password, one sentence each; empty when nothing is. */
export const passwordFaults = (password: string, policy: PasswordPolicy): string[] =>
  passwordDemands(policy)
    .filter((demand) => !meetsDemand(password, demand))
    .map(({ rule, wanted }) => sentences[rule](wanted))

const needs = (what: string) => (wanted: number) => `The password needs at least ${wanted} ${what}.`

const sentences: Readonly<Record<PasswordRule, (wanted: number) => string>> = {
  length: needs('characters'),
  upperCase: needs('upper-case letters'),
  lowerCase: needs('lower-case letters'),
  digits: needs('digits'),
  special: needs('special characters'),
  noSpaces: () => 'The password must not contain spaces.',
  lengthMax: (wanted) => `The password has more than ${wanted} characters.`,
}
