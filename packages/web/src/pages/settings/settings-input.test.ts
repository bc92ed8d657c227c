import { defaultMailSettings } from '@sonde/model/admin-settings/admin-settings'
import { plainPasswordPolicy } from '@sonde/model/auth/password-rules'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { draftOfGeneral, generalFaults } from './general-input.ts'
import { draftOfMail, type MailDraft, mailFaults, typesPassword, wireMail } from './mail-input.ts'
import { draftOfSecurity, type SecurityDraft, securityFaults, wireSecurity } from './security-input.ts'
import { draftOfSms, type SmsDraft, smsFaults, testSmsFaults, wireSms } from './sms-input.ts'

const { t } = englishTexts().current

test('a base URL is an http address without query or spaces', () => {
  const fault = (baseUrl: string) => generalFaults({ baseUrl, prohibitDifferentUrl: false }, t).baseUrl
  expect(draftOfGeneral({ baseUrl: 'http://a' })).toEqual({ baseUrl: 'http://a', prohibitDifferentUrl: false })
  for (const right of ['http://localhost:8080', ' https://iot.example.org/sonde/ '])
    expect(fault(right)).toBeUndefined()
  expect(fault(' ')).toBe('Enter the address at which people reach the platform.')
  for (const wrong of ['iot.example.org', 'ftp://a', 'https://', 'https://a b', 'https://a?b']) {
    expect(fault(wrong)).toMatch(/^Enter an address that begins with http/)
  }
  expect(fault(`https://${'a'.repeat(255)}`)).toMatch(/use at most 255/)
})

const plain = draftOfMail({ settings: defaultMailSettings, secrets: [] })
const mailFault = (part: Partial<MailDraft>) =>
  Object.entries(mailFaults({ ...plain, ...part }, t)).filter(([, fault]) => fault)

test('the mail server that a platform starts with is right; each field says what it wants', () => {
  expect(mailFault({})).toEqual([])
  expect(mailFault({ mailFrom: '' })).toEqual([['mailFrom', 'Enter the address that mails come from.']])
  expect(mailFault({ mailFrom: 'Sonde sonde@a.b' })).toHaveLength(1)
  expect(mailFault({ smtpHost: 'smtp://mail' })).toHaveLength(1)
  for (const smtpPort of ['', '-1', '65536', '1e3', '2 5']) {
    expect(mailFault({ smtpPort })).toEqual([['smtpPort', 'Use a number from 0 to 65535.']])
  }
  expect(mailFault({ timeout: '1000000' })).toEqual([['timeout', 'Use milliseconds from 0 to 999999.']])
  expect(mailFault({ enableProxy: true })).toEqual([
    ['proxyHost', 'Enter the name or address of the server.'],
    ['proxyPort', 'Use a number from 1 to 65535.'],
  ])
  expect(mailFault({ enableProxy: true, proxyHost: 'proxy', proxyPort: '3128' })).toEqual([])
  expect(mailFault({ proxyPort: 'none' })).toEqual([])
})

test('a mail password is sent only when it is changed, or when it would go elsewhere', () => {
  const kept = draftOfMail({
    settings: { ...defaultMailSettings, enableTls: 'true', smtpPort: 465, username: 'plant' },
    secrets: ['password'],
  })
  expect(kept).toMatchObject({ enableTls: true, smtpPort: '465', changesPassword: false })
  expect(typesPassword(kept)).toBe(false)
  expect(Object.keys(wireMail(kept).jsonValue)).not.toContain('password')
  for (const own of ['changesPassword', 'changesProxyPassword', 'passwordFor', 'proxyPasswordFor']) {
    expect(wireMail(kept).jsonValue).not.toHaveProperty(own)
  }
  expect(wireMail({ ...kept, changesPassword: true, password: ' a b ' }).jsonValue).toMatchObject({ password: ' a b ' })
  for (const change of [{ smtpHost: 'other' }, { smtpPort: '25' }, { username: 'other' }, { enableTls: false }]) {
    expect(typesPassword({ ...kept, ...change })).toBe(true)
    expect(wireMail({ ...kept, ...change }).jsonValue).toMatchObject({ password: '' })
  }
  expect(typesPassword({ ...kept, mailFrom: 'a@b', timeout: '1', smtpHost: ' localhost ' })).toBe(false)
  expect(wireMail({ ...plain, smtpHost: ' mail.example.org ', proxyPort: 'none' }).jsonValue).toMatchObject({
    smtpHost: 'mail.example.org',
    proxyPort: '',
    password: '',
  })
})

test('a proxy password likewise', () => {
  const settings = { ...defaultMailSettings, enableProxy: true, proxyHost: 'proxy', proxyPort: 3128, proxyUser: 'p' }
  const kept = draftOfMail({ settings, secrets: ['proxyPassword'] })
  expect(Object.keys(wireMail(kept).jsonValue)).not.toContain('proxyPassword')
  expect(wireMail({ ...kept, changesProxyPassword: true }).jsonValue).toMatchObject({ proxyPassword: '' })
  expect(wireMail({ ...kept, proxyHost: 'other', proxyPassword: 'typed' }).jsonValue).toMatchObject({
    proxyPassword: 'typed',
  })
})

const security = draftOfSecurity({
  passwordPolicy: plainPasswordPolicy,
  maxFailedLoginAttempts: null,
  userLockoutNotificationEmail: null,
})
const securityFault = (part: Partial<SecurityDraft>) =>
  Object.entries(securityFaults({ ...security, ...part }, t)).filter(([, fault]) => fault)

test('rules for passwords keep to their bounds; nothing typed is no rule', () => {
  expect(securityFault({})).toEqual([])
  for (const minimumLength of ['', '4', '51', '6.5']) {
    expect(securityFault({ minimumLength })).toEqual([['minimumLength', 'Use a whole number from 5 to 50.']])
  }
  expect(securityFault({ minimumDigits: '-1', passwordReuseFrequencyDays: 'often' })).toHaveLength(2)
  expect(securityFault({ userLockoutNotificationEmail: 'nobody' })).toEqual([
    ['userLockoutNotificationEmail', 'Enter an email address, such as name@example.com.'],
  ])
  expect(
    wireSecurity({ ...security, maxFailedLoginAttempts: ' 5 ', minimumDigits: '2', userLockoutNotificationEmail: ' ' }),
  ).toEqual({
    passwordPolicy: { ...plainPasswordPolicy, minimumDigits: 2 },
    maxFailedLoginAttempts: 5,
    userLockoutNotificationEmail: null,
  })
})

test('a provider of short messages is checked by its own fields, and only they are sent', () => {
  const sns = { ...draftOfSms(null), accessKeyId: ' key ', secretAccessKey: 'secret', numberFrom: 'not looked at' }
  const fault = (part: Partial<SmsDraft>) =>
    Object.entries(smsFaults({ ...sns, ...part }, t))
      .filter(([, words]) => words)
      .map(([field]) => field)
  expect(fault({})).toEqual([])
  expect(wireSms(sns)).toEqual({
    type: 'AWS_SNS',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    region: 'us-east-1',
  })
  expect(fault({ accessKeyId: ' ', region: 'US East' })).toEqual(['accessKeyId', 'region'])
  expect(fault({ type: 'TWILIO' })).toEqual(['numberFrom', 'accountSid', 'accountToken'])
  for (const numberFrom of ['+14155550100', 'MG12ab', 'PN12ab']) {
    expect(fault({ type: 'TWILIO', accountSid: 'AC1', accountToken: 'token', numberFrom })).toEqual([])
  }
})

test('a stored secret of a provider stays for its account, and is asked for with another one', () => {
  const stored = draftOfSms({ type: 'TWILIO', accountSid: 'AC1', numberFrom: '+14155550100' })
  const fault = (part: Partial<SmsDraft>) => smsFaults({ ...stored, ...part }, t).accountToken
  expect(fault({})).toBeUndefined()
  expect(wireSms(stored)).toMatchObject({ accountSid: 'AC1', accountToken: null })
  expect(fault({ accountSid: 'AC2' })).toMatch(/^The stored one is for another account/)
  expect(fault({ accountSid: 'AC2', accountToken: 'typed' })).toBeUndefined()
  expect(smsFaults({ ...stored, type: 'AWS_SNS', accessKeyId: 'key' }, t).secretAccessKey).toMatch(/^The stored one/)
  expect(smsFaults(draftOfSms(null), t).secretAccessKey).toBe('Enter a value.')
})

test('a test message needs a number with its country code and at most 1600 characters', () => {
  expect(testSmsFaults({ numberTo: '+14155550100', message: 'Full' }, t)).toEqual({})
  for (const numberTo of ['', '14155550100', '+0415', '+1 415 555']) {
    expect(testSmsFaults({ numberTo, message: 'Full' }, t).numberTo).toMatch(/country code/)
  }
  expect(testSmsFaults({ numberTo: '', message: ' ' }, t).message).toBe('Enter a message.')
  expect(testSmsFaults({ numberTo: '', message: 'a'.repeat(1601) }, t).message).toMatch(/use at most 1,600/)
})
