/** Form of the password and sign-in rules: draft, validation and request body. */

import type { SecuritySettings, SecuritySettingsInput } from '@sonde/model/admin-settings/admin-settings'
import { isContactEmail } from '../../contact/contact-input.ts'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'
import { wholeNumberError } from './whole-number.ts'

/** Minimum numbers of characters per class in a password. */
export const letterFields = ['minimumUppercaseLetters', 'minimumLowercaseLetters'] as const
export const signFields = ['minimumDigits', 'minimumSpecialCharacters'] as const
const dayFields = ['passwordExpirationPeriodDays', 'passwordReuseFrequencyDays'] as const

const classFields = [...letterFields, ...signFields]

type NumberField =
  | 'maxFailedLoginAttempts'
  | 'minimumLength'
  | (typeof classFields)[number]
  | (typeof dayFields)[number]

export type SecurityDraft = { readonly [K in NumberField]: string } & {
  readonly userLockoutNotificationEmail: string
  readonly allowWhitespaces: boolean
}

export type SecurityErrors = Partial<Record<keyof SecurityDraft, string>>

const textOf = (count: number | null) => (count === null ? '' : String(count))

export function draftOfSecurity({ passwordPolicy: policy, ...rest }: SecuritySettings): SecurityDraft {
  return {
    maxFailedLoginAttempts: textOf(rest.maxFailedLoginAttempts),
    userLockoutNotificationEmail: rest.userLockoutNotificationEmail ?? '',
    minimumLength: String(policy.minimumLength),
    minimumUppercaseLetters: textOf(policy.minimumUppercaseLetters),
    minimumLowercaseLetters: textOf(policy.minimumLowercaseLetters),
    minimumDigits: textOf(policy.minimumDigits),
    minimumSpecialCharacters: textOf(policy.minimumSpecialCharacters),
    passwordExpirationPeriodDays: textOf(policy.passwordExpirationPeriodDays),
    passwordReuseFrequencyDays: textOf(policy.passwordReuseFrequencyDays),
    allowWhitespaces: policy.allowWhitespaces,
  }
}

/** Limits of the server. */
const attemptsMax = 1_000_000
const daysMax = 36_500
const charactersMax = 50
const lengthMin = 5

export function securityErrors(draft: SecurityDraft, t: Translate): SecurityErrors {
  const optional = (text: string, max: number) => wholeNumberError(text, { min: 0, max, isOptional: true }, t)
  const fieldErrors: SecurityErrors = {
    maxFailedLoginAttempts: optional(draft.maxFailedLoginAttempts, attemptsMax),
    userLockoutNotificationEmail:
      draft.userLockoutNotificationEmail.trim() === '' || isContactEmail(draft.userLockoutNotificationEmail)
        ? tooLong(draft.userLockoutNotificationEmail, t)
        : t('settings.emailInvalid'),
    minimumLength: wholeNumberError(draft.minimumLength, { min: lengthMin, max: charactersMax }, t),
  }
  for (const field of classFields) fieldErrors[field] = optional(draft[field], charactersMax)
  for (const field of dayFields) fieldErrors[field] = optional(draft[field], daysMax)
  return fieldErrors
}

const countOf = (text: string) => (text.trim() === '' ? null : Number(text))

export const wireSecurity = (draft: SecurityDraft): SecuritySettingsInput => ({
  maxFailedLoginAttempts: countOf(draft.maxFailedLoginAttempts),
  userLockoutNotificationEmail: draft.userLockoutNotificationEmail.trim() || null,
  passwordPolicy: {
    minimumLength: Number(draft.minimumLength),
    minimumUppercaseLetters: countOf(draft.minimumUppercaseLetters),
    minimumLowercaseLetters: countOf(draft.minimumLowercaseLetters),
    minimumDigits: countOf(draft.minimumDigits),
    minimumSpecialCharacters: countOf(draft.minimumSpecialCharacters),
    passwordExpirationPeriodDays: countOf(draft.passwordExpirationPeriodDays),
    passwordReuseFrequencyDays: countOf(draft.passwordReuseFrequencyDays),
    allowWhitespaces: draft.allowWhitespaces,
  },
})
