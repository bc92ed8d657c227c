import { defaultMailSettings } from '@sonde/model/admin-settings/admin-settings'
import { defaultPasswordPolicy } from '@sonde/model/auth/password-rules'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { draftOfGeneral, generalErrors } from './general-input.ts'
import { draftOfMail, type MailDraft, mailErrors, typesPassword, wireMail } from './mail-input.ts'
import { draftOfSecurity, type SecurityDraft, securityErrors, wireSecurity } from './security-input.ts'
import { draftOfSms, type SmsDraft, smsErrors, testSmsErrors, wireSms } from './sms-input.ts'

const { t } = englishTexts().current

test('a base URL is an http address without query or spaces', () => {
  const fieldError = (baseUrl: string) =>
    generalErrors({ baseUrl, prohibitDifferentUrl: false, embeddingSites: '' }, t).baseUrl
  expect(draftOfGeneral({ baseUrl: 'http://a' })).toEqual({
    baseUrl: 'http://a',
    prohibitDifferentUrl: false,
    embeddingSites: '',
  })
  for (const right of ['http://localhost:8080', ' https://iot.example.org/sonde/ '])
    expect(fieldError(right)).toBeUndefined()
  expect(fieldError(' ')).toBe('Enter the URL that users open.')
  for (const wrong of ['iot.example.org', 'ftp://a', 'https://', 'https://a b', 'https://a?b']) {
    expect(fieldError(wrong)).toMatch(/^Enter a URL that begins with http/)
  }
  expect(fieldError(`https://${'a'.repeat(255)}`)).toMatch(/Use at most 255/)
})

const plain = draftOfMail({ settings: defaultMailSettings, secrets: [] })
const mailError = (part: Partial<MailDraft>) =>
  Object.entries(mailErrors({ ...plain, ...part }, t)).filter(([, fieldError]) => fieldError)

test('the mail server that a platform starts with is right; each field says what it wants', () => {
  expect(mailError({})).toEqual([])
  expect(mailError({ mailFrom: '' })).toEqual([['mailFrom', 'Enter the sender’s email address.']])
  expect(mailError({ mailFrom: 'Sonde sonde@a.b' })).toHaveLength(1)
  expect(mailError({ smtpHost: 'smtp://mail' })).toHaveLength(1)
  for (const smtpPort of ['', '-1', '65536', '1e3', '2 5']) {
    expect(mailError({ smtpPort })).toEqual([['smtpPort', 'Enter a number from 0 to 65535.']])
  }
  expect(mailError({ timeout: '1000000' })).toEqual([['timeout', 'Enter a number from 0 to 999,999\u00a0ms.']])
  expect(mailError({ enableProxy: true })).toEqual([
    ['proxyHost', 'Enter a host name or address.'],
    ['proxyPort', 'Enter a number from 1 to 65535.'],
  ])
  expect(mailError({ enableProxy: true, proxyHost: 'proxy', proxyPort: '3128' })).toEqual([])
  expect(mailError({ proxyPort: 'none' })).toEqual([])
})

test('a mail password is sent only when it is changed, or when it would go elsewhere', () => {
  const retained = draftOfMail({
    settings: { ...defaultMailSettings, enableTls: 'true', smtpPort: 465, username: 'plant' },
    secrets: ['password'],
  })
  expect(retained).toMatchObject({ enableTls: true, smtpPort: '465', changesPassword: false })
  expect(typesPassword(retained)).toBe(false)
  expect(Object.keys(wireMail(retained).jsonValue)).not.toContain('password')
  for (const own of ['changesPassword', 'changesProxyPassword', 'passwordFor', 'proxyPasswordFor']) {
    expect(wireMail(retained).jsonValue).not.toHaveProperty(own)
  }
  expect(wireMail({ ...retained, changesPassword: true, password: ' a b ' }).jsonValue).toMatchObject({
    password: ' a b ',
  })
  for (const change of [{ smtpHost: 'other' }, { smtpPort: '25' }, { username: 'other' }, { enableTls: false }]) {
    expect(typesPassword({ ...retained, ...change })).toBe(true)
    expect(wireMail({ ...retained, ...change }).jsonValue).toMatchObject({ password: '' })
  }
  expect(typesPassword({ ...retained, mailFrom: 'a@b', timeout: '1', smtpHost: ' localhost ' })).toBe(false)
  expect(wireMail({ ...plain, smtpHost: ' mail.example.org ', proxyPort: 'none' }).jsonValue).toMatchObject({
    smtpHost: 'mail.example.org',
    proxyPort: '',
    password: '',
  })
})

test('a proxy password likewise', () => {
  const settings = { ...defaultMailSettings, enableProxy: true, proxyHost: 'proxy', proxyPort: 3128, proxyUser: 'p' }
  const retained = draftOfMail({ settings, secrets: ['proxyPassword'] })
  expect(Object.keys(wireMail(retained).jsonValue)).not.toContain('proxyPassword')
  expect(wireMail({ ...retained, changesProxyPassword: true }).jsonValue).toMatchObject({ proxyPassword: '' })
  expect(wireMail({ ...retained, proxyHost: 'other', proxyPassword: 'typed' }).jsonValue).toMatchObject({
    proxyPassword: 'typed',
  })
})

const security = draftOfSecurity({
  passwordPolicy: defaultPasswordPolicy,
  maxFailedLoginAttempts: null,
  userLockoutNotificationEmail: null,
})
const securityError = (part: Partial<SecurityDraft>) =>
  Object.entries(securityErrors({ ...security, ...part }, t)).filter(([, fieldError]) => fieldError)

test('rules for passwords keep to their bounds; nothing typed is no rule', () => {
  expect(securityError({})).toEqual([])
  for (const minimumLength of ['', '4', '51', '6.5']) {
    expect(securityError({ minimumLength })).toEqual([['minimumLength', 'Enter a whole number from 5 to 50.']])
  }
  expect(securityError({ minimumDigits: '-1', passwordReuseFrequencyDays: 'often' })).toHaveLength(2)
  expect(securityError({ userLockoutNotificationEmail: 'nobody' })).toEqual([
    ['userLockoutNotificationEmail', 'Enter an email address, such as name@example.com.'],
  ])
  expect(
    wireSecurity({ ...security, maxFailedLoginAttempts: ' 5 ', minimumDigits: '2', userLockoutNotificationEmail: ' ' }),
  ).toEqual({
    passwordPolicy: { ...defaultPasswordPolicy, minimumDigits: 2 },
    maxFailedLoginAttempts: 5,
    userLockoutNotificationEmail: null,
  })
})

test('a provider of short messages is checked by its own fields, and only they are sent', () => {
  const sns = { ...draftOfSms(null), accessKeyId: ' key ', secretAccessKey: 'secret', numberFrom: 'not looked at' }
  const fieldError = (part: Partial<SmsDraft>) =>
    Object.entries(smsErrors({ ...sns, ...part }, t))
      .filter(([, words]) => words)
      .map(([field]) => field)
  expect(fieldError({})).toEqual([])
  expect(wireSms(sns)).toEqual({
    type: 'AWS_SNS',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    region: 'us-east-1',
  })
  expect(fieldError({ accessKeyId: ' ', region: 'US East' })).toEqual(['accessKeyId', 'region'])
  expect(fieldError({ type: 'TWILIO' })).toEqual(['numberFrom', 'accountSid', 'accountToken'])
  for (const numberFrom of ['+14155550100', 'MG12ab', 'PN12ab']) {
    expect(fieldError({ type: 'TWILIO', accountSid: 'AC1', accountToken: 'token', numberFrom })).toEqual([])
  }
})

test('a stored secret of a provider stays for its account, and is asked for with another one', () => {
  const stored = draftOfSms({ type: 'TWILIO', accountSid: 'AC1', numberFrom: '+14155550100' })
  const fieldError = (part: Partial<SmsDraft>) => smsErrors({ ...stored, ...part }, t).accountToken
  expect(fieldError({})).toBeUndefined()
  expect(wireSms(stored)).toMatchObject({ accountSid: 'AC1', accountToken: null })
  expect(fieldError({ accountSid: 'AC2' })).toMatch(/^The stored secret belongs to another account/)
  expect(fieldError({ accountSid: 'AC2', accountToken: 'typed' })).toBeUndefined()
  expect(smsErrors({ ...stored, type: 'AWS_SNS', accessKeyId: 'key' }, t).secretAccessKey).toMatch(/^The stored secret/)
  expect(smsErrors(draftOfSms(null), t).secretAccessKey).toBe('Enter a value.')
})

test('a test message needs a number with its country code and at most 1600 characters', () => {
  expect(testSmsErrors({ numberTo: '+14155550100', message: 'Full' }, t)).toEqual({})
  for (const numberTo of ['', '14155550100', '+0415', '+1 415 555']) {
    expect(testSmsErrors({ numberTo, message: 'Full' }, t).numberTo).toMatch(/country code/)
  }
  expect(testSmsErrors({ numberTo: '', message: ' ' }, t).message).toBe('Enter a message.')
  expect(testSmsErrors({ numberTo: '', message: 'a'.repeat(1601) }, t).message).toMatch(/Use at most 1,600/)
})
