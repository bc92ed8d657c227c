/** Rules of a password policy, checked one by one: pages show them while the user types, the server enforces them. */

import type { PasswordPolicy } from './password-policy.ts'

/** Maximum characters of a password. */
export const passwordLengthMax = 1000

export type PasswordRule = 'length' | 'upperCase' | 'lowerCase' | 'digits' | 'special' | 'noSpaces' | 'lengthMax'

export interface PasswordRequirement {
  readonly rule: PasswordRule
  /** Required number of characters; 0 for rules without a number. */
  readonly wanted: number
}

const patterns: Partial<Record<PasswordRule, RegExp>> = {
  length: /./gsu,
  upperCase: /\p{Lu}/gu,
  lowerCase: /\p{Ll}/gu,
  digits: /\p{Nd}/gu,
  special: /[^\p{L}\p{N}\s]/gu,
}

/** All rules of a policy that require something. */
export function passwordRequirements(policy: PasswordPolicy): PasswordRequirement[] {
  const counted: PasswordRequirement[] = [
    { rule: 'length', wanted: policy.minimumLength },
    { rule: 'upperCase', wanted: policy.minimumUppercaseLetters ?? 0 },
    { rule: 'lowerCase', wanted: policy.minimumLowercaseLetters ?? 0 },
    { rule: 'digits', wanted: policy.minimumDigits ?? 0 },
    { rule: 'special', wanted: policy.minimumSpecialCharacters ?? 0 },
  ]
  return [
    ...counted.filter(({ wanted }) => wanted > 0),
    ...(policy.allowWhitespaces ? [] : [{ rule: 'noSpaces', wanted: 0 } as const]),
    { rule: 'lengthMax', wanted: passwordLengthMax },
  ]
}

export function meetsRequirement(password: string, { rule, wanted }: PasswordRequirement): boolean {
  if (rule === 'noSpaces') return !/\s/.test(password)
  if (rule === 'lengthMax') return password.length <= wanted
  const pattern = patterns[rule]
  return pattern === undefined || (password.match(pattern)?.length ?? 0) >= wanted
}

export const defaultPasswordPolicy: PasswordPolicy = {
  minimumLength: 6,
  minimumUppercaseLetters: null,
  minimumLowercaseLetters: null,
  minimumDigits: null,
  minimumSpecialCharacters: null,
  allowWhitespaces: true,
  passwordExpirationPeriodDays: null,
  passwordReuseFrequencyDays: null,
}

/** Problems of a password, one sentence each; empty if it is valid. */
export const passwordFaults = (password: string, policy: PasswordPolicy): string[] =>
  passwordRequirements(policy)
    .filter((requirement) => !meetsRequirement(password, requirement))
    .map(({ rule, wanted }) => sentences[rule](wanted))

const needs = (what: string) => (wanted: number) =>
  `The password needs at least ${wanted} ${wanted === 1 ? what : `${what}s`}.`

const sentences: Readonly<Record<PasswordRule, (wanted: number) => string>> = {
  length: needs('character'),
  upperCase: needs('uppercase letter'),
  lowerCase: needs('lowercase letter'),
  digits: needs('digit'),
  special: needs('special character'),
  noSpaces: () => 'The password can’t contain spaces.',
  lengthMax: (wanted) => `The password has more than ${wanted} characters.`,
}
