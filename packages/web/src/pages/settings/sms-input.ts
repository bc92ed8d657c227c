/** Form of the SMS provider: draft, validation and request body. */

import { type SmsSettings, smsLengthMax } from '@sonde/model/admin-settings/admin-settings'
import { settingsSecrets } from '@sonde/model/admin-settings/settings-secrets'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'
import { isRetained, missingSecret, type StoredFor } from './stored-secret.ts'

/** Fields of both providers, so that switching between them loses no input. */
export interface SmsDraft {
  readonly type: SmsSettings['type']
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  readonly numberFrom: string
  readonly accountSid: string
  readonly accountToken: string
  /** Stored settings that the stored secret belongs to; see `StoredFor`. */
  readonly secretFor: StoredFor
}

export type SmsErrors = Partial<Record<keyof SmsDraft, string>>

const emptySms: SmsDraft = {
  type: 'AWS_SNS',
  accessKeyId: '',
  secretAccessKey: '',
  region: 'us-east-1',
  numberFrom: '',
  accountSid: '',
  accountToken: '',
  secretFor: null,
}

/** `stored` null: nothing is stored yet. */
export const draftOfSms = (stored: SmsSettings | null): SmsDraft => ({
  ...emptySms,
  ...stored,
  secretAccessKey: '',
  accountToken: '',
  // Stored settings always have a secret.
  secretFor: stored && { ...stored },
})

const [tokenField, keyField] = settingsSecrets.sms

/** True if the stored secret is for the account in the form. */
export const keepsSmsSecret = (draft: SmsDraft): boolean =>
  isRetained(draft.type === 'TWILIO' ? tokenField : keyField, draft.secretFor, draft)

/** Same rules as on the server. */
const region = /^[a-z0-9-]{1,32}$/
const sender = /^(\+[1-9]\d{1,14}|(MG|PN)\w{1,64})$/
/** E.164 format. */
const phoneNumber = /^\+[1-9]\d{1,14}$/

export function smsErrors(draft: SmsDraft, t: Translate): SmsErrors {
  const neededError = (text: string) => (text.trim() === '' ? t('settings.required') : tooLong(text, t))
  const secretError = (text: string) =>
    missingSecret(text, draft.secretFor, keepsSmsSecret(draft), t) ?? tooLong(text, t)
  if (draft.type === 'AWS_SNS') {
    return {
      accessKeyId: neededError(draft.accessKeyId),
      secretAccessKey: secretError(draft.secretAccessKey),
      region: region.test(draft.region.trim()) ? undefined : t('settings.regionInvalid'),
    }
  }
  return {
    numberFrom: sender.test(draft.numberFrom.trim()) ? undefined : t('settings.numberFromInvalid'),
    accountSid: neededError(draft.accountSid),
    accountToken: secretError(draft.accountToken),
  }
}

/** Request body; null keeps the stored secret. */
export const wireSms = (draft: SmsDraft): SmsSettings =>
  draft.type === 'AWS_SNS'
    ? {
        type: 'AWS_SNS',
        accessKeyId: draft.accessKeyId.trim(),
        secretAccessKey: draft.secretAccessKey.trim() || null,
        region: draft.region.trim(),
      }
    : {
        type: 'TWILIO',
        numberFrom: draft.numberFrom.trim(),
        accountSid: draft.accountSid.trim(),
        accountToken: draft.accountToken.trim() || null,
      }

export interface TestSmsDraft {
  readonly numberTo: string
  readonly message: string
}

export function testSmsErrors({ numberTo, message }: TestSmsDraft, t: Translate) {
  return {
    numberTo: phoneNumber.test(numberTo.trim()) ? undefined : t('settings.numberToInvalid'),
    message: message.trim() === '' ? t('settings.messageRequired') : tooLong(message, t, smsLengthMax),
  }
}
